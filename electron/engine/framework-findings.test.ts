// False alarms: every finding on captured traffic of frameworks is listed here, with the agent's behavior and the
// specification's rule. Read with the original times: two streams of a task at once, a cancellation during a stream.

import { expect, test } from 'vitest'
import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { checkCard } from '#shared/a2a/check.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { bodyFormOf } from '#shared/a2a/rules/wire/http-facts.ts'
import { defined } from '#shared/defined.ts'
import type { FrameEntry, RequestEntry } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import {
  frameworkCards,
  frameworkScenarios,
  readFrameworkCapture,
  recordOf,
} from '../../e2e/fixtures/framework-captures.ts'
import { createJudge } from './judge.ts'
import { idIn } from './wire/build-request.ts'
import { requestFactsOf, taskOfOperation } from './wire/call-facts.ts'
import { ItemReader } from './wire/reading.ts'

function findingsOn(scenario: string): readonly Finding[] {
  const judge = createJudge()
  const { exchanges } = readFrameworkCapture(scenario)
  const headersOf = (exchangeId: string) =>
    Object.entries(exchanges[Number(exchangeId.split('.')[1])]?.headers ?? {})
  const readers = new Map<string, ItemReader>()
  const heads = new Map<string, Parameters<ItemReader['head']>[0]>()
  return recordOf(scenario).flatMap((entry) => {
    const { exchangeId } = entry
    if (entry.kind === 'request') {
      readers.set(exchangeId, readerOf(entry, judge))
      return []
    }
    const reader = readers.get(exchangeId)
    const head = heads.get(exchangeId)
    if (entry.kind === 'response') {
      const received = { status: entry.status, statusText: '', headers: headersOf(exchangeId), timings: {} }
      heads.set(exchangeId, received)
      return reader?.head(received).findings ?? []
    }
    if (entry.kind === 'frame') return (reader && itemOf(reader, entry).findings) ?? []
    if (entry.kind !== 'end' || !head) return []
    const read = entry.body
      ? reader?.body(Buffer.from(entry.body.text ?? ''), head)
      : reader?.end('closed-by-agent', { framing })
    return read?.findings ?? []
  })
}

const framing = {
  framing: 'event-stream',
  lineEndings: 'lf',
  byteOrderMark: false,
  comments: 0,
  leftoverBytes: 0,
  bareJson: false,
} as const

function readerOf(entry: RequestEntry, judge: ReturnType<typeof createJudge>): ItemReader {
  const { exchangeId, call, url } = entry
  const { dialect, binding, operation } = call
  return new ItemReader({
    facts: { exchangeId, call, url, ...requestIn(entry) },
    judge,
    ...(dialect && { dialect: dialectOf(dialect) }),
    ...defined({ operation, binding }),
    onUpdate: () => undefined,
    onReply: () => undefined,
  })
}

/** The operation of the captured request, which its response is judged by. */
function requestIn(entry: RequestEntry) {
  const text = entry.body?.text ?? ''
  const written = wireCallOf(entry, text)
  const { dialect } = entry.call
  const operation = written && dialect && agentSideOf(dialect).decodeOperation(written)
  return { ...idIn(text), ...(operation && { ...requestFactsOf(operation), ...taskOfOperation(operation) }) }
}

function itemOf(reader: ItemReader, { raw, data }: FrameEntry) {
  const event = /^event: ?(.*)$/m.exec(raw.text ?? '')?.[1]
  return data?.text === undefined
    ? {}
    : reader.item({ data: data.text, ...(event && { event }), validUtf8: true })
}

function findingsOnCard(name: string): readonly Finding[] {
  const [exchange] = readFrameworkCapture(name).exchanges
  const { body = '', status = 0, headers = {} } = exchange ?? {}
  const all = Object.entries(headers)
  const contentType = all.find(([key]) => key.toLowerCase() === 'content-type')?.[1]
  return checkCard(JSON.parse(body), { http: { status, contentType, body: bodyFormOf(body), headers: all } })
}

const reasons = {
  appendsFirst:
    'fasta2a marks the first chunk of an artifact `append` (§7.10: there is nothing to append to)',
  appendNotStored: 'what was streamed is not among the artifacts of the stored task (§7.10)',
  bareModes: '§2.1: "text" is the default of 0.1 and no media type',
  cancelsTwice: 'A2AExecutor sends "canceled" again when its run is cancelled',
  completedThenFailed: 'agno streams "completed" and stores "failed"',
  doubled: 'voltagent keeps the user’s message twice in the history of its task',
  earlierTasks: 'langgraph-api gives a task the messages of the earlier tasks of its context (§3.3)',
  emptyList: 'skills or tags are empty (§2.1)',
  hybridCard: 'langgraph-api puts the `url` of 0.3 beside supportedInterfaces (§8.3)',
  kindIn10: 'langgraph-api answers in 1.0 with the `kind` and the bare events of 0.3 (§3.3)',
  noCacheHeaders: '§1.4: 1.0 says SHOULD',
  noErrorInfo: '1.0 wants an ErrorInfo in the `data` of an error (§3.6)',
  noKind: 'voltagent leaves the `kind` of its tasks out (§3.3)',
  noParts: 'adk ends a failed run with a message that has no parts (§3.3: required)',
  noTransport: '§2.1: preferredTransport is missing, which the prose of 0.3 wants',
  noVersion: 'the card says no protocolVersion (§9.4: zeph and others)',
  noZone: '§3.3: timestamps have an offset or no zone; 1.0 wants Z',
  nulls: '§9.4, §9.5: absent members are null',
  messagesInTask:
    'agno streams its answer in messages amid the updates of a task, and a task after the final one',
  metadataOfSkill: 'AgentSkill has no metadata in 1.0 (§2.2)',
  neverBlocks: '§7.3: Pydantic AI never waits, though 1.0 does where nothing is set',
  namedEvents: 'agno names its events (§3.5)',
  noSuchMethod: '§4.4: an unknown path gives HTTP 404 and {detail}',
  printsEmpty: 'langgraph-api lists tasks with empty artifacts, which nobody asked for (§3.2)',
  separator:
    'voltagent puts the record separator of RFC 7464 before each event: other clients cannot parse it',
  status400: '§3: a JSON-RPC error comes with HTTP 400',
  streamingUrl: '§9.4: the url on the card of agno is that of its streaming route',
  userAccepted: 'kagent-adk accepts a task with the message of the user as that of its state',
  textForUnexpected: '§9.1: FastA2A answers 500 text/plain for what it does not have',
} as const

const reviewed: Readonly<Record<string, Readonly<Record<string, keyof typeof reasons>>>> = {
  adk: { 'info CARD-CACHE-001': 'noCacheHeaders' },
  'adk-sse': { 'info CARD-CACHE-001': 'noCacheHeaders' },
  kagent: { 'warning PARLEY-OBJ-015': 'userAccepted' },
  'adk-sse-new': {
    'error DM-MSG-001': 'noParts',
    'info CARD-CACHE-001': 'noCacheHeaders',
  },
  'agent-framework': {
    'info CARD-CACHE-001': 'noCacheHeaders',
    'warning PARLEY-CARD-006': 'bareModes',
    'warning PARLEY-SEQ-001': 'cancelsTwice',
  },
  'agent-framework-sse': { 'info CARD-CACHE-001': 'noCacheHeaders', 'warning PARLEY-CARD-006': 'bareModes' },
  agentstack: { 'info PARLEY-CARD-006': 'bareModes', 'info PARLEY-OBJ-004': 'emptyList' },
  agno: {
    'error PARLEY-SEQ-012': 'completedThenFailed',
    'info CORE-STREAM-002': 'messagesInTask',
    'info PARLEY-CARD-006': 'bareModes',
    'info PARLEY-OBJ-002': 'nulls',
    'info PARLEY-SEQ-011': 'messagesInTask',
    'info PARLEY-SSE-003': 'namedEvents',
    'warning PARLEY-CARD-005': 'streamingUrl',
    'warning PARLEY-RPC-001': 'noSuchMethod',
    'warning PARLEY-SEQ-014': 'messagesInTask',
  },
  langgraph: {
    'error DM-SERIAL-003': 'noZone',
    'error PARLEY-OBJ-005': 'kindIn10',
    'error PARLEY-OBJ-007': 'kindIn10',
    'info CARD-CACHE-001': 'noCacheHeaders',
    'info CARD-CACHE-002': 'noCacheHeaders',
    'info CORE-LIST-005': 'printsEmpty',
    'info DM-SERIAL-005': 'metadataOfSkill',
    'info PARLEY-CARD-023': 'hybridCard',
    'info PARLEY-CARD-026': 'noTransport',
    'warning PARLEY-CARD-007': 'noVersion',
    'warning PARLEY-OBJ-005': 'kindIn10',
    'warning PARLEY-OBJ-011': 'earlierTasks',
    'warning PARLEY-SEQ-013': 'appendNotStored',
  },
  'langgraph-v03': {
    'info CARD-CACHE-001': 'noCacheHeaders',
    'info CARD-CACHE-002': 'noCacheHeaders',
    'info DM-SERIAL-005': 'metadataOfSkill',
    'info PARLEY-CARD-023': 'hybridCard',
    'info PARLEY-CARD-026': 'noTransport',
    'warning PARLEY-CARD-007': 'noVersion',
    'warning PARLEY-OBJ-011': 'earlierTasks',
    'warning PARLEY-SEQ-013': 'appendNotStored',
  },
  mastra: { 'info PARLEY-CARD-026': 'noTransport' },
  'pydantic-ai': {
    'error CORE-EXECUTION-MODE-001': 'neverBlocks',
    'error DM-SERIAL-003': 'noZone',
    'info CARD-CACHE-001': 'noCacheHeaders',
    'info CARD-CACHE-002': 'noCacheHeaders',
    'warning JSONRPC-ERR-003': 'noErrorInfo',
    'warning PARLEY-OBJ-004': 'emptyList',
    'warning PARLEY-SEQ-005': 'appendsFirst',
    'warning PARLEY-SEQ-013': 'appendNotStored',
  },
  'pydantic-ai1': {
    'info PARLEY-CARD-026': 'noTransport',
    'info PARLEY-OBJ-004': 'emptyList',
    'warning DM-SERIAL-003': 'noZone',
    'warning PARLEY-HTTP-002': 'textForUnexpected',
  },
  strands: { 'info PARLEY-CARD-006': 'bareModes', 'info PARLEY-OBJ-004': 'emptyList' },
  'strands-compliant': { 'info PARLEY-CARD-006': 'bareModes', 'info PARLEY-OBJ-004': 'emptyList' },
  voltagent: {
    'error PARLEY-SSE-006': 'separator',
    'info PARLEY-CARD-006': 'bareModes',
    'info PARLEY-HTTP-008': 'status400',
    'warning PARLEY-CARD-007': 'noVersion',
    'warning PARLEY-OBJ-006': 'noKind',
    'warning PARLEY-OBJ-013': 'doubled',
  },
}

const frameworks = frameworkCards().map((name) => name.replace(/-card$/, ''))

/** Of all its scenarios, and of its card. */
function rulesOn(framework: string): readonly string[] {
  const others = frameworks.filter((other) => other.startsWith(`${framework}-`))
  const own = frameworkScenarios().filter(
    (name) => name.startsWith(`${framework}-`) && !others.some((other) => name.startsWith(`${other}-`)),
  )
  const matches = [...own.flatMap(findingsOn), ...findingsOnCard(`${framework}-card`)]
  return [...new Set(matches.map(({ severity, rule }) => `${severity} ${rule}`))].sort()
}

test.each(frameworks)('%s', (framework) => {
  expect(rulesOn(framework)).toEqual(Object.keys(reviewed[framework] ?? {}).sort())
})
