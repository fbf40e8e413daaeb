import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import type { JsonValue } from '../a2a/model.ts'
import { emptyList, slice, values } from '../collections/list.ts'
import type { Entry } from '../record/entry.ts'
import { isPlain, type PlainFrame } from '../record/plain-frame.ts'
import { type Packed, runOf } from '../record/run.ts'
import { wholeParts } from './artifact-content.ts'
import { Projection, type Snapshot } from './projection.ts'
import { createReading, type Reading } from './reading.ts'
import type { ArtifactContent, TaskEvents } from './task-view.ts'

const { agent, result, send, status, user } = wire10
const fresh = () => new Projection(createReading({ dialectOf }))

/** Lists as arrays, so that views can be compared by their content. */
function spelled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(spelled)
  if ('pieces' in value && 'segments' in value) return wholeParts(value as ArtifactContent)
  if ('at' in value && 'length' in value) return [...(value as TaskEvents)]
  if ('root' in value && 'depth' in value) return [...values(value as Snapshot['tasks'])].map(spelled)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spelled(inner)]))
}

const taskId = fc.constantFrom('t1', 't2', '__proto__', '')
const contextId = fc.option(fc.constantFrom('c1', 'c2', 'constructor'), { nil: undefined })
const text = fc.constantFrom('', 'a', 'ab', ' the', 'x'.repeat(200))
const token = fc.constantFrom('a', 'ab', ' the', 'say "so"\n', 'ü🙂', 'x'.repeat(200))
const messageId = fc.constantFrom('m1', 'm2', '')
const message = fc
  .record({
    id: messageId,
    text,
    contextId,
    taskId: fc.option(taskId, { nil: undefined }),
    user: fc.boolean(),
  })
  .map(({ id, text, user: isUser, ...place }) => ({
    ...(isUser ? user : agent)(id, text),
    ...definedOf(place),
  }))
const statusOf = fc
  .record({
    state: fc.constantFrom('SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'COMPLETED', 'FAILED'),
    timestamp: fc.option(fc.constantFrom('2026-01-01T00:00:01Z', '2026-01-01T00:00:02'), { nil: undefined }),
    message: fc.option(message, { nil: undefined }),
  })
  .map(({ state, ...more }) => status(state, definedOf(more)))
const artifact = fc
  .record({ artifactId: fc.constantFrom('r', 's', '__proto__'), texts: fc.array(text, { maxLength: 3 }) })
  .map(({ artifactId, texts }) => ({ artifactId, parts: texts.map((part) => ({ text: part })) }))
const update = fc.oneof(
  fc.record({ taskId, contextId, status: statusOf }).map(({ contextId: context, ...event }) => ({
    statusUpdate: { ...event, ...definedOf({ contextId: context }) },
  })),
  fc
    .record({ taskId, artifact, append: fc.boolean(), lastChunk: fc.boolean() })
    .map((event) => ({ artifactUpdate: event })),
  fc
    .record({
      id: taskId,
      contextId,
      status: statusOf,
      artifacts: fc.option(fc.array(artifact, { maxLength: 2 }), { nil: undefined }),
      history: fc.option(fc.array(message, { maxLength: 3 }), { nil: undefined }),
    })
    .map((task) => ({ task: definedOf(task) })),
  message.map((output) => ({ message: output })),
)
const exchangeId = fc.constantFrom('x1', 'x2', 'x3', '__proto__')
const action = fc.oneof(
  fc.record({
    do: fc.constant('call' as const),
    id: exchangeId,
    operation: fc.constantFrom('send' as const, 'stream' as const, 'get' as const, 'subscribe' as const),
    agentId: fc.constantFrom('a', 'b'),
    message,
  }),
  { weight: 5, arbitrary: fc.record({ do: fc.constant('frame' as const), id: exchangeId, update }) },
  fc.record({
    do: fc.constant('end' as const),
    id: exchangeId,
    update: fc.option(update, { nil: undefined }),
  }),
  fc.record({ do: fc.constant('fail' as const), id: exchangeId }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('webhook' as const), update, path: fc.constantFrom('/a', '/b') }),
  },
)

const record = fc.array(action, { maxLength: 40 }).map((actions): readonly Entry[] => {
  const script = createScriptedRecord()
  for (const [index, act] of actions.entries()) {
    if (act.do === 'call') script.call({ ...act, body: send(act.message) })
    else if (act.do === 'frame') script.frame(act.id, result(act.update as JsonValue))
    else if (act.do === 'end') script.end(act.id, act.update && result(act.update as JsonValue))
    else if (act.do === 'fail') script.fail(act.id, 'reset')
    else script.webhook(`w${index}`, act.update as JsonValue, { path: act.path })
  }
  return script.entries
})

/** Long texts in pieces, with other entries in between. */
const streamed = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.array(token, { minLength: 4, maxLength: 60 }) },
      { weight: 1, arbitrary: fc.array(text, { minLength: 1, maxLength: 9 }) },
      { weight: 1, arbitrary: update },
    ),
    { maxLength: 8 },
  )
  .chain((output) =>
    fc.record({
      said: fc.constant(output),
      id: exchangeId,
      contextId,
      other: fc.constantFrom(false, false, true),
    }),
  )
  .map(({ said, id, contextId: context, other }): readonly Entry[] => {
    const script = createScriptedRecord()
    const message = user('m', 'write')
    script.call({ id, agentId: 'a', operation: 'stream', body: send(message) })
    if (other) script.call({ id: 'x9', agentId: 'a', operation: 'subscribe', body: send(message) })
    for (const each of said) {
      const updates = Array.isArray(each)
        ? each.map((one) => ({
            artifactUpdate: {
              taskId: 't1',
              ...definedOf({ contextId: context }),
              artifact: { artifactId: 'r', parts: [{ text: one }] },
              append: true,
            },
          }))
        : [each]
      for (const one of updates) {
        script.frame(id, result(one as JsonValue))
        if (other) script.frame('x9', result(one as JsonValue))
      }
    }
    script.end(id)
    return script.entries
  })

/** As in the record: consecutive plain frames of one exchange share a run. */
function inRunsOf(entries: readonly Entry[], most: number): readonly Packed[] {
  const packed: Packed[] = []
  let run: PlainFrame[] = []
  const close = () => {
    if (run.length > 0) packed.push(runOf(run))
    run = []
  }
  for (const entry of entries) {
    const last = run.at(-1)
    const joins = isPlain(entry) && (!last || last.exchangeId === entry.exchangeId)
    if (!joins || run.length >= most) close()
    if (isPlain(entry)) run.push(entry)
    else packed.push(entry)
  }
  close()
  return packed
}

function definedOf(value: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Record<
    string,
    JsonValue
  >
}

function applyIn(projection: Projection, entries: readonly unknown[], size: number, after = () => {}) {
  for (let from = 0; from < entries.length; from += size) {
    projection.apply(entries.slice(from, from + size))
    after()
  }
}

describe('the fold', () => {
  test('of batches is the fold of the whole, whoever looks in between', () => {
    fc.assert(
      fc.property(record, fc.integer({ min: 1, max: 9 }), fc.boolean(), (entries, size, look) => {
        const whole = fresh()
        whole.apply(entries)
        const batched = fresh()
        applyIn(batched, entries, size, () => look && batched.snapshot())
        expect(spelled(batched.snapshot())).toEqual(spelled(whole.snapshot()))
      }),
    )
  })

  test('of runs is the fold of their frames', () => {
    let together = 0
    const reading = createReading({ dialectOf })
    const counting: Reading = {
      ...reading,
      pieces(run, call) {
        const pieces = reading.pieces(run, call)
        together += pieces?.texts.length ?? 0
        return pieces
      },
    }
    fc.assert(
      fc.property(streamed, fc.integer({ min: 1, max: 40 }), fc.boolean(), (entries, most, look) => {
        const whole = fresh()
        whole.apply(entries)
        const packed = new Projection(counting)
        for (const each of inRunsOf(entries, most)) {
          packed.apply([each])
          if (look) packed.snapshot()
        }
        expect(spelled(packed.snapshot())).toEqual(spelled(whole.snapshot()))
        packed.apply(inRunsOf(entries, most + 3))
        expect(spelled(packed.snapshot())).toEqual(spelled(whole.snapshot()))
      }),
      { numRuns: 60 },
    )
    expect(together).toBeGreaterThan(100)
  })

  test('never changes a snapshot it has handed out, but for what artifacts say, which grows', () => {
    const textOf = (snapshot: Snapshot) =>
      JSON.stringify(spelled(snapshot), (name, value) =>
        name === 'content' || name === 'assembled' ? undefined : value,
      )
    fc.assert(
      fc.property(record, fc.integer({ min: 1, max: 9 }), (entries, size) => {
        const projection = fresh()
        const stored: { snapshot: Snapshot; before: string }[] = []
        applyIn(projection, entries, size, () => {
          const snapshot = projection.snapshot()
          stored.push({ snapshot, before: textOf(snapshot) })
        })
        for (const { snapshot, before } of stored) expect(textOf(snapshot)).toBe(before)
      }),
    )
  })

  test('passes over entries it has had', () => {
    fc.assert(
      fc.property(record, fc.nat(40), (entries, overlap) => {
        const once = fresh()
        once.apply(entries)
        const twice = fresh()
        twice.apply(entries.slice(0, overlap))
        const before = twice.snapshot()
        twice.apply(entries.slice(0, overlap))
        expect(twice.snapshot()).toBe(before)
        twice.apply(entries)
        expect(spelled(twice.snapshot())).toEqual(spelled(once.snapshot()))
      }),
    )
  })

  test('keeps sightings in the order of the record, the first one first', () => {
    fc.assert(
      fc.property(record, (entries) => {
        const projection = fresh()
        projection.apply(entries)
        for (const task of values(projection.snapshot().tasks)) {
          for (const { first, others } of task.events) {
            const later = slice(others)
            const seqs = [first, ...later].map(({ seq }) => seq)
            expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
            expect([first.delayMs, later.every(({ delayMs }) => delayMs >= 0)]).toEqual([0, true])
          }
        }
      }),
    )
  })

  test('loses no event: each is a fact or a sighting of one', () => {
    fc.assert(
      fc.property(record, (entries) => {
        const projection = fresh()
        projection.apply(entries)
        const { exchanges, tasks, conversations } = projection.snapshot()
        const seqs = new Set<number>()
        const see = ({ first, others }: { first: { seq: number }; others: Parameters<typeof slice>[0] }) => {
          seqs.add(first.seq)
          for (const other of slice(others) as { seq: number }[]) seqs.add(other.seq)
        }
        for (const task of values(tasks)) for (const event of task.events) see(event)
        for (const { items } of values(conversations)) {
          for (const item of values(items)) {
            if (item.kind !== 'message') continue
            see(item.message)
            for (const { place } of slice(item.message.more ?? emptyList)) seqs.add(place.seq)
          }
        }
        const failing = new Set<string>()
        for (const { id, unreadable } of values(exchanges)) if (unreadable > 0) failing.add(id)
        const reported = entries.filter(
          (entry) => entry.kind === 'webhook' || (entry.kind === 'frame' && called(entries, entry)),
        )
        expect(reported.filter(({ seq, exchangeId: id }) => !seqs.has(seq) && !failing.has(id))).toEqual([])
      }),
    )
  })

  test('never throws on what is not an entry, and goes on after it', () => {
    const broken = fc
      .tuple(
        record,
        fc.nat(),
        fc.constantFrom('seq', 'kind', 'call', 'raw', 'data', 'body', 'at'),
        fc.anything(),
      )
      .map(([entries, place, name, value]) =>
        entries.map((entry, index) =>
          index === place % entries.length ? { ...entry, [name]: value } : entry,
        ),
      )
    fc.assert(
      fc.property(fc.array(fc.anything()), broken, (junk, entries) => {
        const projection = fresh()
        projection.apply(junk)
        projection.apply(entries)
        projection.snapshot()
      }),
    )
  })

  test('leaves what an entry does not touch as it was', () => {
    const script = createScriptedRecord()
    script.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'one', { contextId: 'c1' })) })
    script.frame('x1', result({ statusUpdate: { taskId: 't1', contextId: 'c1', status: status('WORKING') } }))
    script.call({ id: 'x2', operation: 'stream', body: send(user('m2', 'two', { contextId: 'c2' })) })
    script.frame('x2', result({ statusUpdate: { taskId: 't2', contextId: 'c2', status: status('WORKING') } }))
    const projection = fresh()
    projection.apply(script.entries)
    const before = projection.snapshot()
    const [task, conversation, exchange] = [
      projection.task('a t1'),
      projection.conversation('c1'),
      projection.exchange('x1'),
    ]
    projection.apply([
      script.frame(
        'x2',
        result({ statusUpdate: { taskId: 't2', contextId: 'c2', status: status('COMPLETED') } }),
      ),
    ])
    expect([task, conversation, exchange].every((view) => view !== undefined)).toBe(true)
    expect(projection.task('a t1')).toBe(task)
    expect(projection.conversation('c1')).toBe(conversation)
    expect(projection.exchange('x1')).toBe(exchange)
    const after = projection.snapshot()
    expect(slice(after.tasks)[0]).toBe(slice(before.tasks)[0])
    expect(slice(after.tasks)[1]).not.toBe(slice(before.tasks)[1])
  })
})

/** Its request precedes it in the record, so its answers can be decoded. */
function called(entries: readonly Entry[], frame: Entry): boolean {
  return entries.some(
    ({ kind, seq, exchangeId: id }) => kind === 'request' && id === frame.exchangeId && seq < frame.seq,
  )
}
