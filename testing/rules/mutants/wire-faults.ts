// Faults around the objects: HTTP, envelopes, errors.

import {
  checkAddress,
  checkCard,
  checkEvent,
  checkReply,
  checkStream,
  checkWebhook,
  type ReplyInput,
} from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Binding, JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { AddressOutcome } from '#shared/a2a/rules/card/unanswered.ts'
import type { StreamTiming } from '#shared/a2a/rules/wire/http-facts.ts'
import { sampleNamed } from '../cases/case.ts'
import { withoutMember } from '../mutate-form.ts'
import { broken, type FaultKind, type Mutant } from './mutant.ts'

type Breaks = Parameters<typeof broken>[3]

const json = { contentType: 'application/json', body: 'json' } as const

const replying = (
  name: string,
  about: Omit<ReplyInput, 'raw'>,
  document: JsonObject,
  breaks: Breaks,
): readonly Mutant[] =>
  broken(name, document, (raw) => checkReply({ requestId: 'request-1', ...about, raw }), breaks)

/** The same response with 200, and with another status. */
function withStatus(name: string, status: number): Mutant {
  const { use, document } = sampleNamed(name)
  if (use.as !== 'reply') throw new Error(`${name} is no reply`)
  const judged = (given: number) => () =>
    checkReply({ ...use, raw: document, requestId: 'request-1', http: { status: given, ...json } })
  return {
    what: `${name} with ${status}`,
    rule: 'PARLEY-HTTP-012',
    severity: 'warning',
    pointer: '',
    sound: judged(200),
    broken: judged(status),
  }
}

/** An agent that responds, even with an error, and an address without a response. */
function nowhere(what: string, outcome: AddressOutcome): Mutant {
  const place = {
    url: 'http://agent.example/rpc',
    cardUrl: 'http://cards.example/.well-known/agent-card.json',
  }
  const call = { dialect: '1.0', binding: 'JSONRPC', operation: 'send', ...place } as const
  const error = { status: 404, json: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'm' } } }
  return {
    what,
    rule: 'PARLEY-CARD-033',
    severity: 'error',
    pointer: '',
    sound: () => checkAddress({ ...call, outcome: error }),
    broken: () => checkAddress({ ...call, outcome }),
  }
}

/** Valid with one id, or none; invalid with another. */
function withId(
  name: string,
  id: string | null | undefined,
  request: { readonly isNotification?: boolean },
): readonly Mutant[] {
  const { use, document } = sampleNamed(name)
  if (use.as !== 'reply') throw new Error(`${name} is no reply`)
  const sound = id === undefined ? withoutMember(document, 'id') : { ...document, id }
  const what = `${name}${request.isNotification ? ', of a notification' : ''}, ${id === undefined ? 'none' : id}`
  const about = request.isNotification ? request : { requestId: 'request-1' }
  return broken(what, sound, (raw) => checkReply({ ...use, ...about, raw }), [
    ['another', '/id', 'other', 'PARLEY-RPC-002', 'warning'],
  ])
}

/** Repeats the first member of that name in the raw text. */
function twice(name: string, member: string, pointer: string): Mutant {
  const { use, document } = sampleNamed(name)
  const sent = JSON.stringify(document)
  const judged = (text: string) => () => {
    const raw: JsonValue = JSON.parse(text)
    const written = { requestId: 'request-1', raw, text }
    switch (use.as) {
      case 'card':
        return checkCard(raw, { text })
      case 'reply':
        return checkReply({ ...use, ...written })
      case 'event':
        return checkEvent({ ...use, ...written })
      case 'webhook':
        return checkWebhook({ ...use, ...written })
    }
  }
  const value = new RegExp(`${member}(?:"[^"]*"|[0-9]+)`).exec(sent)?.[0] ?? member
  return {
    what: `${name}: ${pointer}`,
    rule: 'PARLEY-HTTP-013',
    severity: 'warning',
    pointer,
    sound: judged(sent),
    broken: judged(sent.replace(value, `${value},${value}`)),
  }
}

function inBytes(what: string, judged: (invalidUtf8: boolean) => readonly Finding[]): Mutant {
  return {
    what,
    rule: 'PARLEY-HTTP-014',
    severity: 'error',
    pointer: '',
    sound: () => judged(false),
    broken: () => judged(true),
  }
}

/** By its framing, and as one body if it was not read as a stream. */
function streamed(dialect: DialectId, binding: Binding, contentType: string | undefined): readonly Mutant[] {
  const framed = (type: string | undefined) => () =>
    checkStream({ dialect, binding, stream: { ...soundStream, contentType: type } })
  const asBody = (type: string | undefined) => () =>
    checkReply({
      dialect,
      binding,
      operation: 'stream',
      http: { status: 200, body: 'event-stream', contentType: type },
    })
  const reported = {
    rule: binding === 'JSONRPC' ? 'JSONRPC-SSE-001' : 'HTTP_JSON-SSE-001',
    severity: 'warning',
    pointer: '',
  } as const
  return [framed, asBody].map((judged, each) => ({
    ...reported,
    what: `${dialect} ${binding} ${contentType ?? 'no type'}${each === 0 ? '' : ', as a body'}`,
    sound: judged('text/event-stream'),
    broken: judged(contentType),
  }))
}

const soundStream = {
  status: 200,
  framing: 'event-stream',
  lineEndings: 'lf',
  comments: 0,
  events: 3,
  unparsable: 0,
  separated: 0,
  eventNames: [],
  leftoverBytes: 0,
  ended: true,
} as const

/** Statuses 8 s apart by the agent’s clock, in one burst after an equal wait; and the same with other times. */
function buffered(what: string, live: Partial<StreamTiming>): Mutant {
  const burst = { waitedMs: 8_050, arrivalMs: 40, timestampsMs: 8_000 }
  const timed = (timing: StreamTiming) => () =>
    checkStream({ dialect: '1.0', binding: 'JSONRPC', stream: { ...timedStream, timing } })
  return {
    what: `where the sound one is ${what}`,
    rule: 'PARLEY-SSE-007',
    severity: 'warning',
    pointer: '',
    sound: timed({ ...burst, ...live }),
    broken: timed(burst),
  }
}

const timedStream = { ...soundStream, contentType: 'text/event-stream' }

const overRest = { dialect: '1.0', binding: 'HTTP+JSON', operation: 'get' } as const
const notFound = sampleNamed('1.0 HTTP+JSON error').document
const info = '/error/details/0'

export const wireFaults: readonly FaultKind[] = [
  [
    'a card whose address leads nowhere',
    [
      nowhere('a closed port', { failure: 'refused' }),
      nowhere('a name that does not resolve', { failure: 'dns' }),
      nowhere('a host that does not accept', { failure: 'connect-timeout' }),
      nowhere('a network without a route', { failure: 'address', code: 'EHOSTUNREACH' }),
      nowhere('a path that is not served', { status: 404, json: { detail: 'Not Found' } }),
      nowhere('a page in place of the agent', { status: 405 }),
    ],
  ],
  [
    'an error over REST with another status or domain',
    [
      ...broken(
        'REST error amid a stream',
        notFound,
        (raw) => checkEvent({ dialect: '1.0', binding: 'HTTP+JSON', raw }),
        [
          ['the status of another code', '/error/status', 'INTERNAL', 'HTTP_JSON-STATUS-001', 'warning'],
          ['another domain', `${info}/domain`, 'agent.example.com', 'HTTP_JSON-ERR-002', 'warning'],
        ],
      ),
      ...replying('REST error', { ...overRest, http: { status: 404, ...json } }, notFound, [
        ['a status no code has', '/error/status', 'MISSING', 'HTTP_JSON-ERR-001', 'error'],
        ['the status of another code', '/error/status', 'INTERNAL', 'HTTP_JSON-STATUS-001', 'warning'],
        ['a status that is a number', '/error/status', 404, 'HTTP_JSON-ERR-001', 'error'],
        ['no status', '/error/status', undefined, 'HTTP_JSON-ERR-001', 'error'],
        ['another code', '/error/code', 400, 'HTTP_JSON-ERR-001', 'warning'],
        ['another domain', `${info}/domain`, 'agent.example.com', 'HTTP_JSON-ERR-002', 'warning'],
        ['no domain', `${info}/domain`, undefined, 'HTTP_JSON-ERR-002', 'warning'],
        ['no reason', `${info}/reason`, undefined, 'HTTP_JSON-ERR-002', 'warning'],
        [
          'the reason of another error',
          `${info}/reason`,
          'UNSUPPORTED_OPERATION',
          'HTTP_JSON-STATUS-001',
          'error',
        ],
      ]),
    ],
  ],
  [
    'a result with a status of failure',
    (
      [
        ['1.0 JSONRPC get', 500],
        ['1.0 JSONRPC send', 502],
        ['0.3 JSONRPC get', 500],
        ['0.2 JSONRPC send', 404],
        ['1.0 HTTP+JSON get', 500],
        ['1.0 HTTP+JSON send', 400],
        ['0.3-proto HTTP+JSON get', 500],
        ['0.3-proto HTTP+JSON send', 503],
        ['0.3-schema HTTP+JSON get', 500],
      ] as const
    ).map(([name, status]) => withStatus(name, status)),
  ],
  [
    'a stream under another content type',
    [
      ...streamed('1.0', 'JSONRPC', 'application/json'),
      ...streamed('0.3', 'JSONRPC', 'application/json; charset=utf-8'),
      ...streamed('1.0', 'HTTP+JSON', 'application/json'),
      ...streamed('1.0', 'HTTP+JSON', 'application/a2a+json'),
      ...streamed('0.3-proto', 'HTTP+JSON', undefined),
    ],
  ],
  [
    'a stream that a proxy buffers',
    [
      buffered('live', { waitedMs: 100, arrivalMs: 8_000 }),
      buffered('an agent that begins late, then streams', { arrivalMs: 2_000 }),
      buffered('replayed without delays', { waitedMs: 20 }),
      buffered('quick', { timestampsMs: 900 }),
    ],
  ],
  [
    'JSON with a member twice',
    [
      twice('1.0 JSONRPC get', '"id":', '/id'),
      twice('1.0 JSONRPC get', '"state":', '/result/status/state'),
      twice('1.0 HTTP+JSON get', '"artifactId":', '/artifacts/0/artifactId'),
      twice('0.3 JSONRPC event statusUpdate', '"taskId":', '/result/taskId'),
      twice('0.3 JSONRPC webhook', '"contextId":', '/contextId'),
      twice('1.0 card', '"url":', '/provider/url'),
    ],
  ],
  [
    'bytes that are no UTF-8',
    [
      inBytes('a reply', (invalidUtf8) =>
        checkReply({
          ...overRest,
          raw: sampleNamed('1.0 HTTP+JSON get').document,
          http: { status: 200, ...json, invalidUtf8 },
        }),
      ),
      inBytes('a card', (invalidUtf8) =>
        checkCard(sampleNamed('0.3.0 card').document, { http: { status: 200, ...json, invalidUtf8 } }),
      ),
      inBytes('a webhook call', (invalidUtf8) =>
        checkWebhook({ dialect: '0.3', raw: sampleNamed('0.3 JSONRPC webhook').document, invalidUtf8 }),
      ),
    ],
  ],
  [
    'an id that is not the request’s',
    [
      ...['1.0 JSONRPC get', '0.3 JSONRPC get', '0.2 JSONRPC send', '1.0 JSONRPC error'].flatMap((name) =>
        withId(name, 'request-1', {}),
      ),
      ...['1.0 JSONRPC error', '0.3 JSONRPC error'].flatMap((name) => [
        ...withId(`${name}`, null, { isNotification: true }),
        ...withId(`${name}`, undefined, { isNotification: true }),
      ]),
    ],
  ],
]
