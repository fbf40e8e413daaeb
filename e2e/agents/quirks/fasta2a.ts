// FastA2A 0.5 as measured (PROTOCOL.md §9.1; captures under e2e/fixtures/captures/fasta2a-0.5.0).

import type { JsonObject } from '#shared/a2a/model.ts'
import { reply } from '../http-server.ts'
import { isObject, isText, parseJson, textOf, withoutMembers } from '../json.ts'
import type { Quirk } from '../quirk.ts'
import { announce, become, produce, type Script, wait } from '../steps.ts'

const implemented = new Set(['message/send', 'tasks/get', 'tasks/cancel'])
const broken = () => reply(500, 'text/plain; charset=utf-8', 'Internal Server Error')

export const fastA2a: Quirk = {
  cardPaths: ['/.well-known/agent.json'],
  card: (_card, { origin }) => fastA2aCard(origin),

  intercept({ request }) {
    if (request.method === 'GET' && request.path === '/docs') {
      return reply(200, 'text/html; charset=utf-8', '<!doctype html><title>FastA2A</title><p>Chat')
    }
    if (request.method === 'GET' && !request.path.endsWith('/agent.json')) {
      return reply(404, 'text/plain; charset=utf-8', 'Not Found')
    }
    if (request.method !== 'POST') return undefined
    const body = parseJson(request.body.toString('utf8'))
    const exists = isObject(body) && isText(body['method']) && implemented.has(body['method'])
    return exists ? undefined : broken()
  },

  call(call) {
    switch (call.op) {
      case 'send':
        // Ignores the message's task, but not its context.
        return { ...call, blocking: false, message: withoutTask(call.message) }
      case 'get':
        return { ...call, forgets: true }
      case 'cancel':
        return { ...call, finishedToo: true }
      default:
        return call
    }
  },

  reply(answer) {
    const body = isText(answer.body) ? parseJson(answer.body) : undefined
    const error = isObject(body) && isObject(body['error']) ? body['error'] : undefined
    return error && error['code'] !== -32001 ? broken() : answer
  },

  timestamp: (date) => date.toISOString().replace('Z', '373'),
}

function fastA2aCard(origin: string): JsonObject {
  return {
    name: 'FA',
    description: 'An AI agent exposed as an A2A agent.',
    url: origin,
    version: '1.0.0',
    protocolVersion: '0.2.5',
    skills: [],
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
  }
}

function withoutTask<T extends { readonly taskId?: string }>(message: T): T {
  const { taskId, ...rest } = message
  return (textOf(taskId) === undefined ? message : rest) as T
}

/** Submitted at once; the worker starts a moment later. */
export const fastA2aScript: Script = function* () {
  yield announce()
  yield wait(30)
  yield become('working')
  yield wait(30)
  yield produce('a1', 'hello', { name: 'result' })
  yield become('working', 'hello', { hidden: true })
  yield become('completed')
}

/** 0.6 has the card path and version of 0.3. */
export const fastA2a06: Quirk = {
  ...fastA2a,
  cardPaths: ['/.well-known/agent-card.json'],
  card: (_card, { origin }) => ({
    ...withoutMembers(fastA2aCard(origin), 'protocolVersion'),
    protocolVersion: '0.3.0',
  }),
  intercept(exchange, place) {
    if (exchange.request.path.endsWith('/agent-card.json')) return undefined
    return fastA2a.intercept?.(exchange, place)
  },
}
