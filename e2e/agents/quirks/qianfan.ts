// Baidu Qianfan AppBuilder as documented (PROTOCOL.md §9.2): 0.2.6 with an API key, streams that begin with an empty append,
// and another JSON-RPC id for every event.

import type { JsonObject } from '#shared/a2a/model.ts'
import { headerOf, reply } from '../http-server.ts'
import { isArray, isObject, isText, parseJson, withoutMembers } from '../json.ts'
import type { Quirk } from '../quirk.ts'
import { become, produce, type Script } from '../steps.ts'

export const qianfanKey = 'qianfan-key'
export const qianfanPath = '/v2/a2a/app-1'

export const qianfan: Quirk = {
  cardPaths: [`${qianfanPath}/.well-known/agent.json`],

  card: (card, { url }) => ({
    ...card,
    name: 'Qianfan app',
    // The documentation's example has no TLS.
    url,
    provider: { organization: 'Baidu', url: 'http://qianfan.baidu.example' },
    capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
    securitySchemes: { bearer: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    security: [{ bearer: [] }],
    skills: [{ id: 'chat', name: 'chat', description: 'chat', tags: [] }],
  }),

  intercept({ request }) {
    const key = headerOf(request, 'authorization') ?? headerOf(request, 'x-appbuilder-authorization')
    if (key === `Bearer ${qianfanKey}`) return undefined
    return ownError(401, 'AccessDenied', 'invalid authorization')
  },

  /** The documentation has requests without a messageId. */
  params(params) {
    const { message } = params
    if (!isObject(message) || message['messageId'] !== undefined) return params
    return { ...params, message: { messageId: 'unnamed', ...message } }
  },

  envelope: (envelope, { place, index }) =>
    place === 'event' ? { ...envelope, id: `id-${index + 1}` } : envelope,

  json: (json) => withoutMessageIds(json) as JsonObject,

  sse: {
    encode: (json) => JSON.stringify(json, null, 2),
    contentType: 'text/event-stream; charset=utf-8',
    errorEvent: undefined,
  },

  /** An error that JSON-RPC would report has the service's own shape. */
  reply(answer) {
    const body = isText(answer.body) ? parseJson(answer.body) : undefined
    const error = isObject(body) && isObject(body['error']) ? body['error'] : undefined
    return error === undefined ? answer : ownError(400, 'InvalidRequest', String(error['message']))
  },

  timestamp: (date) => new Date(date.getTime() + 8 * 3_600_000).toISOString().replace('Z', '123456+08:00'),
}

function ownError(status: number, code: string, message: string) {
  return reply(status, 'application/json', JSON.stringify({ code, message, request_id: 'req-1' }))
}

function withoutMessageIds(json: unknown): unknown {
  if (isArray(json)) return json.map(withoutMessageIds)
  if (!isObject(json)) return json
  const stored = json['kind'] === 'message' ? withoutMembers(json, 'messageId') : json
  return Object.fromEntries(Object.entries(stored).map(([name, member]) => [name, withoutMessageIds(member)]))
}

const chunk = (status: string, parts: readonly { readonly kind: 'text'; readonly text: string }[]) =>
  produce('answer', parts, { append: true, metadata: { status } })

export const qianfanScript: Script = function* () {
  yield chunk('preparing', [])
  yield chunk('running', [{ kind: 'text', text: '你好' }])
  yield chunk('running', [{ kind: 'text', text: '，世界' }])
  yield chunk('done', [])
  yield become('completed')
}
