// What 1.0 servers may require of every call: a tenant, an extension (PROTOCOL.md §2.2, §2.5).

import { rpcError10 } from '../dialects/errors.ts'
import { fault } from '../faults.ts'
import { headerOf, reply } from '../http-server.ts'
import { isArray, isObject, parseJson } from '../json.ts'
import type { Quirk } from '../quirk.ts'

export const tenant = (name: string): Quirk => ({
  card(card) {
    const { supportedInterfaces } = card
    const entries = isArray(supportedInterfaces) ? supportedInterfaces.filter(isObject) : []
    return { ...card, supportedInterfaces: entries.map((entry) => ({ ...entry, tenant: name })) }
  },
  params: (params) =>
    params['tenant'] === name ? params : fault('invalid-params', `tenant must be ${name}`),
})

export const requiredExtension = (uri: string): Quirk => ({
  card(card) {
    const capabilities = isObject(card['capabilities']) ? card['capabilities'] : {}
    const extensions = [{ uri, description: 'Nothing works without it', required: true }]
    return { ...card, capabilities: { ...capabilities, extensions } }
  },
  intercept({ request }) {
    if (request.method !== 'POST' || activates(headerOf(request, 'a2a-extensions'), uri)) return undefined
    const json = parseJson(request.body.toString('utf8'))
    const id = isObject(json) ? (json['id'] ?? null) : null
    const error = rpcError10(fault('extension-required', `Extension ${uri} is required`))
    return reply(200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id, error }))
  },
  reply: (answer, { request }) =>
    activates(headerOf(request, 'a2a-extensions'), uri)
      ? { ...answer, headers: [...answer.headers, ['A2A-Extensions', uri]] }
      : answer,
})

function activates(header: string | undefined, uri: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim() === uri)
}
