// Laws of the fold: batches, runs of frames and repeated pages make no difference, and it tells the same facts as the
// projection the other panes read.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialectOf } from '../../a2a/dialects.ts'
import type { JsonValue } from '../../a2a/model.ts'
import { values } from '../../collections/list.ts'
import type { Entry } from '../../record/entry.ts'
import { runOf } from '../../record/make-run.ts'
import { isPlain, type PlainFrame } from '../../record/plain-frame.ts'
import { createScriptedRecord, wire10 } from '../../record/scripted-record.ts'
import { createProjection } from '../projection.ts'
import { createReading } from '../reading.ts'
import { createTaskFold, type TaskFold } from './task-fold.ts'

const { agent, result, send, status, user } = wire10
const reading = createReading({ dialectOf })
const fresh = () => createTaskFold({ taskId: 't', agentId: 'a' }, reading)

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
    status: status(state, { ...(time && { timestamp: time }), ...(said && { message: agent(said, said) }) }),
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

/** A template is learned from the first frames, so long streams of one shape are where runs and entries part ways. */
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

function told(fold: TaskFold) {
  const rows = Array.from({ length: fold.rows.length }, (_, index) => fold.row(index))
  const chunks = rows.map((row) =>
    Array.from({ length: row?.count ?? 0 }, (_, place) => fold.chunkSeq(row?.index ?? 0, place)),
  )
  return { outline: fold.outline(), rows, chunks }
}

function whole(entries: readonly Entry[]): TaskFold {
  const fold = fresh()
  for (const entry of entries) fold.apply(entry)
  return fold
}

/** As the record keeps them: plain frames of one exchange that follow each other share a run, of at most `most`. */
function inRuns(entries: readonly Entry[], most: number): TaskFold {
  const fold = fresh()
  let run: PlainFrame[] = []
  const close = () => {
    if (run.length > 0) fold.applyRun(runOf(run))
    run = []
  }
  for (const entry of entries) {
    const last = run.at(-1)
    const joins =
      isPlain(entry) && (!last || (last.exchangeId === entry.exchangeId && last.seq + 1 === entry.seq))
    if (!joins || run.length >= most) close()
    if (isPlain(entry)) run.push(entry)
    else fold.apply(entry)
  }
  close()
  return fold
}

test('runs of any length tell what their frames tell one by one', () => {
  fc.assert(
    fc.property(fc.oneof(record, stream), fc.integer({ min: 1, max: 40 }), (entries, most) => {
      expect(told(inRuns(entries, most))).toEqual(told(whole(entries)))
    }),
    { numRuns: 300 },
  )
})

test('a page read again changes nothing', () => {
  fc.assert(
    fc.property(record, fc.nat(60), (entries, overlap) => {
      const fold = fresh()
      for (const entry of entries.slice(0, overlap)) fold.apply(entry)
      const before = fold.version()
      for (const entry of entries.slice(0, overlap)) fold.apply(entry)
      expect(fold.version()).toBe(before)
      for (const entry of entries) fold.apply(entry)
      expect(told(fold)).toEqual(told(whole(entries)))
    }),
  )
})

test('looking in between changes nothing', () => {
  fc.assert(
    fc.property(record, (entries) => {
      const fold = fresh()
      for (const entry of entries) {
        fold.apply(entry)
        fold.outline()
      }
      expect(told(fold)).toEqual(told(whole(entries)))
    }),
  )
})

test('it tells the facts the projection tells, and as many sightings', () => {
  fc.assert(
    fc.property(record, (entries) => {
      const projection = createProjection(reading)
      projection.apply(entries)
      const task = [...values(projection.snapshot().tasks)].find(({ taskId }) => taskId === 't')
      const events = [...(task?.events ?? [])]
      const facts = events.filter(({ fact }) => fact.kind !== 'message')
      const fold = whole(entries)
      const { rows, outline } = told(fold)
      const statuses = rows.filter((row) => row?.kind === 'status')
      const chunks = rows.filter((row) => row?.kind === 'chunks')
      const seqs = chunks.flatMap((row) =>
        Array.from({ length: row?.count ?? 0 }, (_, place) => fold.chunkSeq(row?.index ?? 0, place)),
      )
      expect(statuses.map((row) => [row?.seq, row?.state, row?.late ?? false])).toEqual(
        facts.flatMap(({ fact, first }) =>
          fact.kind === 'status' ? [[first.seq, fact.status.state, fact.late ?? false]] : [],
        ),
      )
      expect(seqs.sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
        facts.flatMap(({ fact, first }) => (fact.kind === 'artifact' ? [first.seq] : [])),
      )
      const again = rows.reduce(
        (sum, row) => sum + (row?.again.reduce((count, one) => count + one.count, 0) ?? 0),
        0,
      )
      expect(again).toBe(facts.reduce((sum, { others }) => sum + others.length, 0))
      expect(outline.state).toBe(task?.status?.state)
    }),
    { numRuns: 300 },
  )
})
