// Imitations of other servers, by what is documented of their wire format (PROTOCOL.md §9.4).

import type { AgentOptions } from '../agent.ts'
import { reply } from '../http-server.ts'
import { isObject, isText, parseJson } from '../json.ts'
import type { Quirk } from '../quirk.ts'
import { bearer, guarded } from '../quirks/access.ts'
import { cardAt, cardUrl, cardWithout, portOf } from '../quirks/addresses.ts'
import { filesAsText } from '../quirks/files-as-text.ts'
import { ndjson } from '../quirks/framing.ts'
import * as shapes from '../quirks/shapes.ts'
import { type NamedAgent, named } from './named-agent.ts'

const wellKnown = '/.well-known/agent-card.json'
const lookUp = (name: string, does: string, options: AgentOptions): NamedAgent =>
  named(name, '§9.4', does, options)

export const implementationAgents: readonly NamedAgent[] = [
  lookUp('adk', 'Advertises http://0.0.0.0, replaces its chunks with their sum, first chunk twice', {
    dialect: '0.3',
    path: '/a2a/travel',
    address: '/a2a/travel',
    quirks: [
      cardAt(`/a2a/travel${wellKnown}`),
      cardUrl((place) => `http://0.0.0.0:${portOf(place)}/a2a/travel`),
      shapes.aggregatedAtEnd,
    ],
  }),
  lookUp('langgraph', 'Finds its card by query, knows only send, stream and get', {
    dialect: '0.3',
    path: '/a2a/assistant-1',
    address: `${wellKnown}?assistant_id=assistant-1`,
    quirks: [cardByQuery('assistant_id', 'assistant-1'), shapes.onlyOperations('send', 'stream', 'get')],
  }),
  lookUp('crewai', 'Wraps its results in {"Task": …} and joins chunks with spaces', {
    dialect: '0.3',
    quirks: [shapes.capitalWrapper, shapes.spacedChunks],
  }),
  lookUp('vertex', 'Speaks 0.3 ProtoJSON over REST, wants OAuth for everything, card at v1/card', {
    dialect: '0.3-rest',
    path: '/v1beta1/reasoningEngines/1/a2a',
    address: '/v1beta1/reasoningEngines/1/a2a',
    quirks: [cardAt('/v1beta1/reasoningEngines/1/a2a/v1/card'), bearer('vertex-token')],
  }),
  lookUp('agentcore', 'Wants OAuth and names its session in a header of every answer', {
    dialect: '0.3',
    quirks: [
      guarded({ opens: [['Authorization', 'Bearer agentcore-token']], covers: 'calls', challenge: 'Bearer' }),
      {
        reply: (answer) => ({
          ...answer,
          headers: [...answer.headers, ['X-Amzn-Bedrock-AgentCore-Runtime-Session-Id', 'session-1']],
        }),
      },
    ],
  }),
  lookUp('litellm', 'Streams NDJSON and has a card that says 1.0 while it speaks 0.3', {
    dialect: '0.3',
    card: { protocolVersion: '1.0' },
    quirks: [ndjson],
  }),
  lookUp('litellm-1.0-card', 'Has a card in the shape of 1.0 and speaks 0.3', {
    dialect: '0.3',
    card: (card, { url }) => ({
      ...card,
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }),
    quirks: [cardWithout('url', 'protocolVersion', 'preferredTransport'), ndjson],
  }),
  lookUp('java-beta', 'Writes null for whatever is absent and security schemes without their wrapper', {
    dialect: '1.0',
    quirks: [shapes.nullsForAbsent],
  }),
  lookUp(
    'java-0.3-rest',
    'Names a Java class in its REST errors and takes the bytes of files for base64 text',
    {
      dialect: '0.3-rest',
      quirks: [javaErrors(), filesAsText('replaced')],
    },
  ),
  lookUp('dotnet-0.3', 'Speaks 0.3 REST in JSON-Schema shapes and answers errors as problem+json', {
    dialect: '0.3-rest-schema',
    quirks: [problemJson()],
  }),
  lookUp('agno', 'Gives v1/message:stream as its JSON-RPC address and null for further interfaces', {
    dialect: '0.3',
    path: '/v1/message:stream',
    card: { additionalInterfaces: null },
  }),
  lookUp('voltagent', 'Gives a relative address that is the card itself', {
    dialect: '0.3',
    path: '/a2a/volt',
    quirks: [
      cardAt(wellKnown, '/.well-known/volt/agent-card.json'),
      cardUrl(() => '/.well-known/volt/agent-card.json'),
    ],
  }),
  lookUp('relative-url', 'Gives a relative address that works', {
    dialect: '0.3',
    path: '/a2a/relative',
    quirks: [cardUrl(() => '/a2a/relative')],
  }),
  lookUp('docker-agent', 'Gives http://[::]:PORT/invoke as its address', {
    dialect: '0.3',
    path: '/invoke',
    quirks: [cardUrl((place) => `http://[::]:${portOf(place)}/invoke`)],
  }),
  lookUp('kagent', 'Serves agent.json and listens at /', {
    dialect: '0.2.6',
    quirks: [cardAt('/.well-known/agent.json')],
  }),
  lookUp('trpc', 'Redirects its own address with 307 to the one with a slash', {
    dialect: '0.3',
    path: '/a2a/',
    quirks: [
      cardUrl(({ origin }) => `${origin}/a2a`),
      {
        intercept: ({ request }) =>
          request.path === '/a2a' ? reply(307, 'text/plain', '', [['Location', '/a2a/']]) : undefined,
      },
    ],
  }),
  lookUp('ag2', 'Begins every artifact with append', { dialect: '0.3', quirks: [shapes.appendFirst] }),
  lookUp('strands', 'Streams its text as messages of status updates', {
    dialect: '0.3',
    quirks: [shapes.chunksAsStatus],
  }),
  lookUp('python-a2a', 'Has url null, odd capabilities and parts with type', {
    dialect: '0.3',
    card: (card) => ({
      ...card,
      capabilities: { streaming: true, google_a2a_compatible: true, parts_array_format: true },
    }),
    quirks: [cardUrl(() => null), shapes.typeParts],
  }),
  lookUp('solace', 'Still speaks 0.1', { dialect: '0.1' }),
  lookUp('praisonai', 'Has message/send with the parts of 1.0', {
    dialect: '0.3',
    quirks: [shapes.partsOf10],
  }),
  lookUp('cogdepot', 'Takes the methods of 0.3 and of 1.0 and writes the enums of 1.0', {
    dialect: ['0.3', '1.0-rc'],
    quirks: [shapes.enumsOf10],
  }),
  lookUp('vellum', 'Spells its card in snake_case', { dialect: '0.3', quirks: [shapes.snakeCaseCard] }),
  lookUp('agentstack', 'Answers errors outside JSON-RPC and forgets the id of its events', {
    dialect: '0.3',
    quirks: [shapes.eventsWithoutId, detailErrors()],
  }),
  lookUp('zeph', 'Has a card that does not say its version', {
    dialect: '0.3',
    quirks: [cardWithout('protocolVersion')],
  }),
]

function cardByQuery(name: string, value: string): Quirk {
  return {
    intercept({ request }) {
      if (request.path !== wellKnown || request.query.get(name) === value) return undefined
      return reply(422, 'application/json', JSON.stringify({ detail: `${name} is required` }))
    },
  }
}

/** The message of a JSON-RPC or REST error; undefined for other bodies. */
function errorMessage(body: unknown): string | undefined {
  const json = isText(body) ? parseJson(body) : undefined
  if (!isObject(json)) return undefined
  const error = isObject(json['error']) ? json['error'] : json
  return typeof error['code'] === 'number' ? String(error['message']) : undefined
}

function onError(status: number | undefined, type: string, body: (message: string) => unknown): Quirk {
  return {
    reply(answer) {
      const message = errorMessage(answer.body)
      return message === undefined
        ? answer
        : reply(status ?? answer.status, type, JSON.stringify(body(message)))
    },
  }
}

function detailErrors(): Quirk {
  return onError(422, 'application/json', (detail) => ({ detail }))
}

function problemJson(): Quirk {
  return onError(undefined, 'application/problem+json', (detail) => ({
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
    title: 'Error',
    detail,
  }))
}

function javaErrors(): Quirk {
  return {
    sse: { errorsBefore: () => 'event', errorEvent: undefined },
    reply(answer) {
      const event = isText(answer.body) && answer.body.startsWith('data: ')
      const message = errorMessage(event ? String(answer.body).slice('data: '.length) : answer.body)
      if (message === undefined) return answer
      const body = JSON.stringify({ error: javaClass(message), message })
      return event ? { ...answer, body: `data: ${body}\n\n` } : reply(answer.status, 'application/json', body)
    },
  }
}

function javaClass(message: string): string {
  return `io.a2a.spec.${message === 'Task not found' ? 'TaskNotFoundError' : 'InvalidParamsError'}`
}
