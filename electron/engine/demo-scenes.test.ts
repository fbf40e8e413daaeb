// Every example of the demo agent's card, sent through the engine and folded as in a window.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoAgent, startDemoAgent } from '#demo-agent/start.ts'
import { decodeCard } from '#shared/a2a/card.ts'
import type { EncodeOptions } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { AgentCard, Binding, Message, Part, TaskState } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { slice } from '#shared/collections/list.ts'
import { defined } from '#shared/defined.ts'
import { wholeParts } from '#shared/story/artifact-content.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { createJudge } from './judge.ts'
import { openRecord, type SessionRecord, type StoredSession } from './store/record.ts'
import { type CallRequest, createWire, type Wire } from './wire/wire.ts'

let dataDir: string
let agent: DemoAgent
let record: SessionRecord
let wire: Wire
let session: StoredSession
let card: AgentCard

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-scenes-'))
  agent = await startDemoAgent({ stepMs: 0 })
  record = openRecord({ dataDir })
  wire = createWire({ record, judge: createJudge() })
  session = record.createSession('scenes')
  const { sessionId } = session
  const url = `${agent.url}/.well-known/agent-card.json`
  const headers = [['A2A-Version', '1.0']] as const
  const outcome = await wire.request({ sessionId, purpose: 'card', method: 'GET', url, headers }).done
  if (outcome.kind !== 'body') throw new Error('no card')
  const decoded = decodeCard(JSON.parse(new TextDecoder().decode(outcome.body)))
  if (decoded.kind !== 'result') throw new Error('no card')
  card = decoded.result
})
afterAll(async () => {
  wire.close()
  record.close()
  await agent.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const flood = 'Flood me with 10,000 events'

const shown: Readonly<Record<string, readonly string[]>> = {
  Hello: ['answers text'],
  'Tell me about Lisbon': ['submitted → working → completed', 'Lisbon in a morning: text/plain'],
  'Three days in Lisbon for two, by train where possible': [
    'submitted → working → completed',
    'Options: application/json',
    'Itinerary: text/markdown',
    'Map of the walk: image/png',
    'Ticket: application/pdf',
    'Budget: text/csv',
    'Station chime: audio/wav',
    'Postcard: text/html',
    'Timetable: text/csv',
  ],
  'Book a train to Porto': ['submitted → working → input-required'],
  'Charge the tickets to my travel account': ['submitted → working → auth-required'],
  'Watch the fares to Lisbon': ['submitted → working → completed', 'Fares seen: application/json'],
  'Tell me when boarding starts': ['submitted → working → completed'],
  'Make a packing list for that trip': ['answers text'],
  'Show the prices in yen': ['answers text'],
  'What is in my message?': ['answers text data'],
  'Book a ferry to Atlantis': ['submitted → working → failed'],
  'Plan a weekend on the Moon': ['submitted → rejected'],
  'Show me the ticket': ['submitted → working → completed', 'Ticket: text/plain'],
  [flood]: ['submitted → working → completed', 'Departures: text/plain'],
}

test('every example of the card is in the table', () => {
  expect(card.skills.flatMap(({ examples }) => examples).toSorted()).toEqual(Object.keys(shown).toSorted())
})

describe.each(['JSONRPC', 'HTTP+JSON', 'GRPC'] as const)('over %s', (binding) => {
  // Ten thousand events are the same over any binding, so one is enough.
  const prompts = Object.entries(shown).filter(([prompt]) => binding === 'JSONRPC' || prompt !== flood)
  test.each(prompts)('%s', async (prompt, expected) => {
    expect(summaryOf(await send(prompt, { until: 'auth-required', binding }))).toEqual(expected)
  })
})

test('the flood is ten thousand events, none of them lost', async () => {
  const { tasks } = (await send(flood)).snapshot()
  expect(
    slice(tasks).flatMap(({ artifacts }) => slice(artifacts).map(({ content }) => content.pieces)),
  ).toEqual([10_000])
})

test('a form that was asked for is filled with a data part, in the same task', async () => {
  const projection = await send('Book a train to Porto')
  const [taskId = ''] = taskIdsOf(projection)
  const form = { kind: 'data', data: { train: 'IC 523', travellers: 2, class: 'second' } } as const
  const [states, ...artifacts] = summaryOf(
    await send('this one', { taskId, parts: [form], onto: projection }),
  )
  expect(states).toBe('submitted → working → input-required → working → completed')
  expect(artifacts).toEqual([expect.stringContaining('Booking')])
})

test('a permission given in words completes the task that wanted it', async () => {
  const projection = await send('Charge the tickets to my travel account', { until: 'auth-required' })
  const [taskId = ''] = taskIdsOf(projection)
  const [states] = summaryOf(await send('allow', { taskId, onto: projection }))
  expect(states).toMatch(/auth-required → .*completed$/)
})

test('an earlier task is referred to', async () => {
  const [taskId = ''] = taskIdsOf(await send('Tell me about Lisbon'))
  const [states] = summaryOf(await send('Make a packing list for that trip', { referenceTaskIds: [taskId] }))
  expect(states).toMatch(/completed$/)
})

test('an extension is activated', async () => {
  const [uri = ''] = card.capabilities.extensions.map(({ uri }) => uri)
  expect(summaryOf(await send('Show the prices in yen', { extensions: [uri] }))).toEqual([
    'submitted → completed',
    'Prices in JPY: application/json',
  ])
})

test('a long task is canceled, and says so to those who listen', async () => {
  const watching = send('Watch the fares to Lisbon', {
    onWorking: (taskId) => void call({ kind: 'cancel', taskId })?.done,
  })
  expect(summaryOf(await watching)[0]).toMatch(/^submitted → working → canceled$/)
})

test('the extended card is shown to its token only', async () => {
  const refused = await call({ kind: 'extended-card' }).done
  expect(refused).toMatchObject({ decoded: { kind: 'error' } })
  const credentials = [['Authorization', 'Bearer lisbon-by-train']] as const
  const granted = await call({ kind: 'extended-card' }, { credentials }).done
  const extended =
    granted?.kind === 'reply' && granted.decoded.kind === 'result' ? granted.decoded.result : undefined
  const names = extended?.kind === 'card' ? extended.card.skills.flatMap(({ examples }) => examples) : []
  expect(names).toContain('Which lounge may I use?')
})

test('nothing in all of this is worth a warning', async () => {
  const { rows } = await record.exchanges.findings({ offset: 0, limit: 10_000 })
  const matches = rows.flatMap(({ findings = [] }) => findings)
  expect(matches.filter(({ severity }) => severity !== 'info')).toEqual([])
})

interface SendOptions {
  /** JSON-RPC by default. */
  readonly binding?: Binding
  readonly taskId?: string
  readonly referenceTaskIds?: readonly string[]
  /** Parts besides the text. */
  readonly parts?: readonly Part[]
  readonly extensions?: readonly string[]
  /** Stops listening once the task waits in this state. */
  readonly until?: TaskState
  /** Folds on top of an earlier projection. */
  readonly onto?: Projection
  onWorking?(taskId: string): void
}

let after = 0

type More = Partial<CallRequest> & { readonly binding?: Binding; readonly options?: EncodeOptions }

function call(operation: Operation, { binding = 'JSONRPC', options, ...more }: More = {}) {
  const agentInterface = card.interfaces.find(
    (each) => each.binding === binding && each.protocolVersion === '1.0',
  )
  if (!agentInterface) throw new Error(`no interface for ${binding}`)
  const { sessionId } = session
  return wire.call({
    sessionId,
    purpose: 'operation',
    url: agentInterface.url,
    ...encoded('1.0', binding, operation, options),
    ...more,
  })
}

async function send(prompt: string, options: SendOptions = {}): Promise<Projection> {
  const { taskId, referenceTaskIds, parts = [], extensions, until, onWorking, binding = 'JSONRPC' } = options
  const message: Message = {
    messageId: crypto.randomUUID(),
    role: 'user',
    parts: [{ kind: 'text', text: prompt }, ...parts],
    ...(taskId && { taskId }),
    ...defined({ referenceTaskIds }),
  }
  const stop = new AbortController()
  const more = { binding, signal: stop.signal, ...(extensions && { options: { extensions } }) }
  const stream = call({ kind: 'stream', message }, more)
  let isReported = false
  for await (const { decoded } of stream.updates) {
    if (decoded.kind !== 'result' || decoded.result.kind !== 'status') continue
    const { status, taskId: id } = decoded.result.status
    if (status.state === until) stop.abort()
    if (status.state === 'working' && !isReported) {
      isReported = true
      onWorking?.(id)
    }
  }
  await stream.done
  record.flush()
  return fold(options.onto)
}

/** Folds what was recorded since the last call. */
async function fold(onto: Projection | undefined): Promise<Projection> {
  const bodies = (hash: string) => new TextDecoder().decode(record.body(hash)?.bytes)
  const projection = onto ?? new Projection(createReading({ dialectOf, bodies }))
  for (;;) {
    const page = await record.read({ after, limit: 5000 })
    if (page.entries.length === 0) return projection
    projection.apply(page.entries)
    after = page.next
  }
}

function taskIdsOf(projection: Projection): readonly string[] {
  return slice(projection.snapshot().tasks).map(({ taskId }) => taskId)
}

/** What a window would show: messages, states and artifacts. */
function summaryOf(projection: Projection): readonly string[] {
  const { tasks, conversations, exchanges } = projection.snapshot()
  const answers = slice(conversations).flatMap(({ items }) =>
    slice(items).flatMap((item) =>
      item.kind === 'message' && item.message.origin === 'direct' ? [item.message.message] : [],
    ),
  )
  return [
    ...answers.map(({ parts }) => `answers ${parts.map(({ kind }) => kind).join(' ')}`),
    ...slice(tasks).flatMap((task) => [
      slice(task.statuses)
        .map((index) => task.events.at(index)?.fact)
        .map((fact) => (fact?.kind === 'status' ? fact.status.state : ''))
        .filter((state, index, all) => state !== all[index - 1])
        .join(' → '),
      ...slice(task.artifacts).map(({ name, content }) => {
        const kinds = wholeParts(content).map(typeOf)
        return `${name}: ${[...new Set(kinds)].join(', ')}`
      }),
    ]),
    ...slice(exchanges).flatMap(({ agentError }) => (agentError ? [`error ${agentError.code}`] : [])),
  ]
}

function typeOf(part: Part): string {
  return (part.kind === 'unknown' ? undefined : part.mediaType) ?? part.kind
}
