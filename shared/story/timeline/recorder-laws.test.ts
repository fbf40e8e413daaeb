// Laws of a task's timeline: runs of frames, and reads in between, make no difference, and its rows are the facts of the task.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldWhole, recorderIn } from '#testing/story/fold-whole.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import type { JsonValue } from '../../a2a/model.ts'
import { slice, values } from '../../collections/list.ts'
import { defined } from '../../defined.ts'
import type { Entry } from '../../record/entry.ts'
import { isPlain, type PlainFrame } from '../../record/plain-frame.ts'
import { type Packed, runOf } from '../../record/run.ts'
import type { TaskTimelineFold } from './task-timeline-fold.ts'
import { entriesOfRow } from './timeline-api.ts'

const { agent, result, send, status, user } = wire10

const text = fc.constantFrom('', 'a', 'ab', ' the', 'a\n"b"', 'ü😀', 'x'.repeat(200), 'text', 'r')
const timestamp = fc.option(fc.constantFrom('2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z'), {
  nil: undefined,
})
const statusUpdate = fc
  .record({
    state: fc.constantFrom('SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'COMPLETED', 'FAILED'),
    timestamp,
    said: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
  })
  .map(({ state, timestamp: time, said }) => ({
    taskId: 't',
    contextId: 'c',
    status: status(state, { ...defined({ timestamp: time }), ...(said && { message: agent(said, said) }) }),
  }))
const artifactUpdate = fc
  .record({
    artifactId: fc.constantFrom('r', 's', '__proto__'),
    texts: fc.array(text, { minLength: 0, maxLength: 2 }),
    append: fc.boolean(),
    lastChunk: fc.boolean(),
  })
  .map(({ artifactId, texts, ...flags }) => ({
    taskId: 't',
    artifact: { artifactId, parts: texts.map((one) => ({ text: one })) },
    ...flags,
  }))
const update = fc.oneof(
  statusUpdate.map((event) => ({ statusUpdate: event })),
  { weight: 3, arbitrary: artifactUpdate.map((event) => ({ artifactUpdate: event })) },
)
const id = fc.constantFrom('x1', 'x2')
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('frame' as const), id, update }) },
  fc.record({ do: fc.constant('subscribe' as const), id: fc.constantFrom('x2', 'x3') }),
  fc.record({
    do: fc.constant('webhook' as const),
    update,
    path: fc.constantFrom('/a', '/b'),
    answered: fc.constantFrom(200, 503),
  }),
  fc.record({ do: fc.constant('poll' as const), statusUpdate }),
  fc.record({ do: fc.constant('end' as const), id }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 3_000) }),
)
const record = fc.array(action, { maxLength: 60 }).map((actions): readonly Entry[] => {
  const script = createScriptedRecord()
  script.call({ id: 'x1', operation: 'stream', body: send(user('m', 'go')) })
  for (const [index, act] of actions.entries()) {
    switch (act.do) {
      case 'frame':
        script.frame(act.id, result(act.update as JsonValue))
        break
      case 'subscribe':
        script.call({ id: act.id, operation: 'subscribe' })
        break
      case 'webhook':
        script.webhook(`w${index}`, act.update as JsonValue, { path: act.path, answered: act.answered })
        break
      case 'poll':
        script.call({ id: `p${index}`, operation: 'get' })
        script.end(`p${index}`, result({ id: 't', contextId: 'c', status: act.statusUpdate.status }))
        break
      case 'end':
        script.end(act.id)
        break
      case 'wait':
        script.wait(act.ms)
        break
    }
  }
  return script.entries
})

/** A template is derived from the first frames, so runs and entries differ in long streams of one shape. */
const stream = fc
  .array(fc.tuple(artifactUpdate, fc.integer({ min: 1, max: 5 })), { maxLength: 20 })
  .map((pieces): readonly Entry[] => {
    const script = createScriptedRecord()
    script.call({ id: 'x1', operation: 'stream', body: send(user('m', 'go')) })
    for (const [piece, times] of pieces) {
      for (let index = 0; index < times; index++) {
        const artifact = {
          ...piece.artifact,
          parts: [{ text: `${piece.artifact.parts[0]?.text ?? ''}${index}` }],
        }
        script.frame('x1', result({ artifactUpdate: { ...piece, artifact } }))
      }
    }
    script.end('x1')
    return script.entries
  })

function timelineOf(recorder: TaskTimelineFold | undefined) {
  if (!recorder) return undefined
  const rows = Array.from({ length: recorder.rows.length }, (_, index) => recorder.rows.row(index))
  const chunks = rows.map((row) => entriesOfRow(recorder, row?.index ?? 0, 0, 1_000))
  return { outline: recorder.outline(), rows, chunks }
}

const whole = (packed: readonly Packed[]) => timelineOf(recorderIn(foldWhole(packed), 't'))

/** As in the record: consecutive plain frames of one exchange share a run, of at most `most`. */
function inRuns(entries: readonly Entry[], most: number): readonly Packed[] {
  const packed: Packed[] = []
  let run: PlainFrame[] = []
  const close = () => {
    if (run.length > 0) packed.push(runOf(run))
    run = []
  }
  for (const entry of entries) {
    const last = run.at(-1)
    const joins =
      isPlain(entry) && (!last || (last.exchangeId === entry.exchangeId && last.seq + 1 === entry.seq))
    if (!joins || run.length >= most) close()
    if (isPlain(entry)) run.push(entry)
    else packed.push(entry)
  }
  close()
  return packed
}

test('runs of any length tell what their frames tell one by one', () => {
  fc.assert(
    fc.property(fc.oneof(record, stream), fc.integer({ min: 1, max: 40 }), (entries, most) => {
      expect(whole(inRuns(entries, most))).toEqual(whole(entries))
    }),
    { numRuns: 300 },
  )
})

test('looking in between changes nothing', () => {
  fc.assert(
    fc.property(record, (entries) => {
      const looked = foldWhole(entries, (projection) => recorderIn(projection, 't')?.outline())
      expect(timelineOf(recorderIn(looked, 't'))).toEqual(whole(entries))
    }),
  )
})

test('what was asked comes first, and after it what it led to', () => {
  fc.assert(
    fc.property(record, (entries) => {
      const { rows = [] } = whole(entries) ?? {}
      const requests = rows.findIndex((row) => row?.kind === 'sent')
      expect(requests).toBeLessThanOrEqual(0)
    }),
  )
})

test('the entries of a row by page are all of them, in their order', () => {
  fc.assert(
    fc.property(record, fc.integer({ min: 1, max: 4 }), (entries, limit) => {
      const recorder = recorderIn(foldWhole(entries), 't')
      const { rows = [], chunks = [] } = timelineOf(recorder) ?? {}
      for (const [index, all] of chunks.entries()) {
        const again = rows[index]?.again.reduce((sum, { count }) => sum + count, 0) ?? 0
        expect(all).toHaveLength((rows[index]?.count ?? 0) + again)
        expect(all).toEqual([...new Set(all)].sort((one, other) => one - other))
        const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, page) =>
          recorder ? entriesOfRow(recorder, index, page * limit, limit) : [],
        )
        expect(pages.flat()).toEqual(all)
      }
    }),
    { numRuns: 300 },
  )
})

test('its rows are the events of the task, with as many sightings', () => {
  fc.assert(
    fc.property(record, (entries) => {
      const projection = foldWhole(entries)
      const task = [...values(projection.snapshot().tasks)].find(({ taskId }) => taskId === 't')
      const facts = [...(task?.events ?? [])].filter(({ fact }) => fact.kind !== 'message')
      const { rows = [], chunks = [], outline } = timelineOf(recorderIn(projection, 't')) ?? {}
      const statuses = rows.filter((row) => row?.kind === 'status')
      const seqs = new Set(chunks.filter((_, index) => rows[index]?.kind === 'chunks').flat())
      expect(statuses.map((row) => [row?.seq, row?.state, row?.late ?? false])).toEqual(
        facts.flatMap(({ fact, first }) =>
          fact.kind === 'status' ? [[first.seq, fact.status.state, fact.late ?? false]] : [],
        ),
      )
      expect(seqs).toEqual(
        new Set(
          facts.flatMap(({ fact, first, others }) =>
            fact.kind === 'artifact' ? [first.seq, ...slice(others).map(({ seq }) => seq)] : [],
          ),
        ),
      )
      const again = rows.reduce(
        (sum, row) => sum + (row?.again.reduce((count, one) => count + one.count, 0) ?? 0),
        0,
      )
      expect(again).toBe(facts.reduce((sum, { others }) => sum + others.length, 0))
      expect(outline?.state).toBe(task?.status?.state)
    }),
    { numRuns: 300 },
  )
})

const anyFrame = fc.oneof(
  { weight: 4, arbitrary: update.map((one) => ({ kind: 'event' as const, one: one as JsonValue })) },
  fc.constant({ kind: 'comment' as const }),
  fc
    .constantFrom('not JSON', '{}', '', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}')
    .map((one) => ({ kind: 'text' as const, one })),
  fc.constant({ kind: 'event' as const, one: { message: agent('said', 'text') } as JsonValue }),
  statusUpdate.map((event) => ({
    kind: 'event' as const,
    one: { task: { id: 't', contextId: 'c', status: event.status } } as JsonValue,
  })),
)

test('each frame of its streams is in one of its rows, whatever it is', () => {
  const streamed = fc.array(fc.tuple(fc.constantFrom('x1', 'x2'), anyFrame), { maxLength: 40 })
  fc.assert(
    fc.property(streamed, fc.integer({ min: 1, max: 40 }), (frames, most) => {
      const script = createScriptedRecord()
      script.call({ id: 'x1', operation: 'stream', body: send(user('m', 'go')) })
      script.frame('x1', result({ task: { id: 't', contextId: 'c', status: status('WORKING') } }))
      script.call({ id: 'x2', operation: 'subscribe', body: subscribe })
      for (const [exchange, frame] of frames) {
        if (frame.kind === 'event') script.frame(exchange, result(frame.one))
        else if (frame.kind === 'text') script.textFrame(exchange, frame.one)
        else script.comment(exchange, 'alive')
      }
      const { chunks = [] } = whole(inRuns(script.entries, most)) ?? {}
      const seqs = script.entries.filter(({ kind }) => kind === 'frame').map(({ seq }) => seq)
      const listed = new Set(chunks.flat())
      expect(seqs.filter((seq) => !listed.has(seq))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

const subscribe = { jsonrpc: '2.0', id: 2, method: 'SubscribeToTask', params: { id: 't' } }
