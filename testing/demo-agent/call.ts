// Calls the demo agent with bare `fetch`, so that tests see the wire.

import { JSONRPC_PATH, REST_PATH } from '#demo-agent/card.ts'

export interface MessageToSend {
  readonly text?: string
  readonly data?: unknown
  readonly taskId?: string
  readonly referenceTaskIds?: readonly string[]
  readonly metadata?: unknown
}

export type Headers = Readonly<Record<string, string>>
// biome-ignore lint/suspicious/noExplicitAny: what a server answers has no type before a test has looked at it
export type AnyAnswer = any

const V10 = { 'A2A-Version': '1.0', 'Content-Type': 'application/json' }
const V03 = { 'Content-Type': 'application/json' }

export async function rpc(
  url: string,
  method: string,
  params: unknown,
  headers: Headers = V10,
): Promise<AnyAnswer> {
  const response = await postJson(
    `${url}${JSONRPC_PATH}`,
    { jsonrpc: '2.0', id: 1, method, params },
    { ...V10, ...headers },
  )
  return response.json()
}

export async function legacyRpc(url: string, method: string, params: unknown): Promise<AnyAnswer> {
  return (await postJson(`${url}${JSONRPC_PATH}`, { jsonrpc: '2.0', id: 1, method, params }, V03)).json()
}

/** The results of a 1.0 JSON-RPC stream, one per event, as they arrive. */
export async function* streamRpc(
  url: string,
  text: MessageToSend,
  headers: Headers = {},
): AsyncGenerator<AnyAnswer> {
  yield* streamMethod(url, 'SendStreamingMessage', { message: message(text) }, headers)
}

export async function* streamMethod(
  url: string,
  method: string,
  params: unknown,
  headers: Headers = {},
): AsyncGenerator<AnyAnswer> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  for await (const event of sse(await postJson(`${url}${JSONRPC_PATH}`, body, { ...V10, ...headers }))) {
    yield event.result ?? event
  }
}

export async function* streamRest(
  url: string,
  text: MessageToSend,
  headers: Headers = {},
): AsyncGenerator<AnyAnswer> {
  yield* sse(
    await postJson(`${url}${REST_PATH}/message:stream`, { message: message(text) }, { ...V10, ...headers }),
  )
}

export async function* streamLegacyRpc(
  url: string,
  text: MessageToSend,
  headers: Headers = {},
): AsyncGenerator<AnyAnswer> {
  const params = { message: legacyMessage(text) }
  const body = { jsonrpc: '2.0', id: 1, method: 'message/stream', params }
  for await (const event of sse(await postJson(`${url}${JSONRPC_PATH}`, body, { ...V03, ...headers }))) {
    yield event.result ?? event
  }
}

/** 0.3's other JSON: ProtoJSON of `a2a.v1`. */
export async function* streamLegacyRest(
  url: string,
  text: MessageToSend,
  headers: Headers = {},
): AsyncGenerator<AnyAnswer> {
  const { parts, ...rest } = message(text)
  const content = parts.map((part) => ('data' in part ? { data: { data: part.data } } : part))
  const body = { message: { ...rest, content } }
  yield* sse(await postJson(`${url}${REST_PATH}/v1/message:stream`, body, { ...V03, ...headers }))
}

/** Waits for the whole response. */
export function send(url: string, text: string, configuration?: object): Promise<AnyAnswer> {
  return rpc(url, 'SendMessage', { message: message({ text }), configuration })
}

/** Polls until the task is in this state. */
export async function waitForState(url: string, id: string, state: string): Promise<AnyAnswer> {
  for (;;) {
    const { result } = await rpc(url, 'GetTask', { id })
    if (result.status.state === state) return result
  }
}

export async function nextMatching(
  events: AsyncIterator<AnyAnswer>,
  matches: (event: AnyAnswer) => boolean,
): Promise<AnyAnswer> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) throw new Error('The stream ended before the event awaited.')
    if (matches(value)) return value
  }
}

export function postJson(url: string, body: unknown, headers: Headers): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

export function message({ text, data, ...ids }: MessageToSend) {
  return {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [...(text === undefined ? [] : [{ text }]), ...(data === undefined ? [] : [{ data }])],
    ...ids,
  }
}

export function legacyMessage({ text, data, ...ids }: MessageToSend) {
  return {
    kind: 'message',
    messageId: crypto.randomUUID(),
    role: 'user',
    parts: [
      ...(text === undefined ? [] : [{ kind: 'text', text }]),
      ...(data === undefined ? [] : [{ kind: 'data', data }]),
    ],
    ...ids,
  }
}

async function* sse(response: Response): AsyncGenerator<AnyAnswer> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const bytes of response.body ?? []) {
    pending += decoder.decode(bytes, { stream: true })
    const events = pending.split('\n\n')
    pending = events.pop() ?? ''
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ''))
  }
  if (pending.trim() !== '') yield JSON.parse(pending)
}
