// Decoding, judging and folding as ratios within one run: to JSON.parse of the same texts, and of a long session to a
// short one, per event. Run it with `node bench/fold.ts`; `--events N` changes the long session's length.

import { checkEvent } from '#shared/a2a/check.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { SequenceChecker } from '#shared/a2a/rules/sequence/checker.ts'
import { observationOf, placeOfUpdate } from '#shared/a2a/rules/sequence/observation.ts'
import { contentSchema, type Entry } from '#shared/record/entry.ts'
import { isEntry } from '#shared/record/entry-shape.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'

const { agent, result, send, status, statusUpdate, task, user } = wire10
const pageSize = 500
const rounds = 5

const long = eventCount()
const short = Math.round(long / 4)
const entries = { long: session(long), short: session(short) }

const [parseMs, shapeMs, schemaMs, decodeMs, judgeMs, foldMs, watchedMs, wholeMs, shortMs] = bestOfEach(
  () => parseAll(entries.long),
  () => entries.long.every(isEntry),
  () => entries.long.every((entry) => contentSchema.safeParse(entry).success),
  () => decodeAll(entries.long),
  () => judgeAll(entries.long),
  () => foldAll(entries.long, false),
  () => foldAll(entries.long, true),
  () => [judgeAll(entries.long), foldAll(entries.long, true)],
  () => foldAll(entries.short, true),
)
const heapMb = heapOf(entries.long)

const perEventUs = (ms: number, events: number) => ((ms / events) * 1000).toFixed(2)
const rows: readonly (readonly [what: string, perEvent: string, ratio: string])[] = [
  ['JSON.parse alone', perEventUs(parseMs, long), '1.00'],
  ['whether it is an entry, as the fold asks', perEventUs(shapeMs, long), (shapeMs / parseMs).toFixed(2)],
  ['the same, by the schema alone', perEventUs(schemaMs, long), (schemaMs / parseMs).toFixed(2)],
  ['decode (1.0, JSON-RPC)', perEventUs(decodeMs, long), (decodeMs / parseMs).toFixed(2)],
  ['decode + findings', perEventUs(judgeMs, long), (judgeMs / parseMs).toFixed(2)],
  ['decode + fold', perEventUs(foldMs, long), (foldMs / parseMs).toFixed(2)],
  [`the same, a snapshot every ${pageSize}`, perEventUs(watchedMs, long), (watchedMs / parseMs).toFixed(2)],
  ['decode + findings, then decode + fold', perEventUs(wholeMs, long), (wholeMs / parseMs).toFixed(2)],
]
console.log(`${long} events, best of ${rounds}\n`)
console.log(`${'what'.padEnd(40)}${'µs/event'.padStart(10)}${'to parse'.padStart(10)}`)
for (const [what, perEvent, ratio] of rows) {
  console.log(`${what.padEnd(40)}${perEvent.padStart(10)}${ratio.padStart(10)}`)
}
console.log(
  `\ncost per event, ${long} to ${short} events: ${(watchedMs / long / (shortMs / short)).toFixed(2)}`,
)
console.log(
  `memory of the folded session: ${heapMb.toFixed(0)} MB, ${((heapMb * 1e6) / long).toFixed(0)} B an event`,
)

/** One task: seven pieces of text to one status with a message, as a writing agent sends them; the messages are one text, too. */
function session(events: number): readonly Entry[] {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'write')) })
  const ids = {
    taskId: 'f0c1a1de-7b34-4d0e-9a55-0d7b8a1f2c11',
    contextId: '5a7c2b9e-2f61-4f8e-8c0d-3e1b6a9d4f20',
  }
  const print = (output: JsonValue) => record.frame('x', result(output))
  print({ task: { ...task(ids.taskId, status('SUBMITTED')), contextId: ids.contextId } })
  for (let index = 1; index < events; index++) {
    if (index % 8 === 0) {
      const message = { ...agent(`message-${index}`, ` and step ${index}`), ...ids }
      const timestamp = new Date(1_780_000_000_000 + index).toISOString()
      print(statusUpdate(ids.taskId, status('WORKING', { timestamp, message }), ids.contextId))
    } else {
      const artifact = {
        artifactId: 'itinerary',
        name: 'Itinerary',
        parts: [{ text: `word ${index} and another ` }],
      }
      print({ artifactUpdate: { ...ids, artifact, append: index > 1 } })
    }
  }
  return record.entries
}

function parseAll(list: readonly Entry[]): number {
  let count = 0
  for (const entry of list) {
    if (entry.kind !== 'frame' || entry.data?.text === undefined) continue
    if (JSON.parse(entry.data.text) !== null) count++
  }
  return count
}

function decodeAll(list: readonly Entry[]): number {
  const dialect = dialectOf('1.0')
  let count = 0
  for (const entry of list) {
    if (entry.kind !== 'frame' || entry.data?.text === undefined) continue
    if (dialect.decodeEvent('JSONRPC', JSON.parse(entry.data.text)).kind === 'result') count++
  }
  return count
}

/** As the engine does while recording: each event against its shapes, and the task's sequence. */
function judgeAll(list: readonly Entry[]): number {
  const dialect = dialectOf('1.0')
  const checker = new SequenceChecker('1.0')
  checker.observe({ kind: 'opened', stream: 'x', operation: 'stream' })
  let position = 0
  for (const entry of list) {
    if (entry.kind !== 'frame' || entry.data?.text === undefined) continue
    const raw: JsonValue = JSON.parse(entry.data.text)
    const decoded = dialect.decodeEvent('JSONRPC', raw)
    position += checkEvent({ dialect: '1.0', binding: 'JSONRPC', raw }).length
    if (decoded.kind !== 'result') continue
    const base = placeOfUpdate('JSONRPC', raw, decoded.result.kind)
    position += checker.observe(observationOf(decoded.result, { source: 'stream', stream: 'x', base })).length
  }
  return position
}

function foldAll(list: readonly Entry[], watched: boolean) {
  const projection = new Projection(createReading({ dialectOf }))
  for (let from = 0; from < list.length; from += pageSize) {
    projection.apply(list.slice(from, from + pageSize))
    if (watched) projection.snapshot()
  }
  return projection
}

/** With `node --expose-gc`; without it the number includes garbage. */
function heapOf(list: readonly Entry[]): number {
  const collect = () => globalThis.gc?.()
  collect()
  const before = process.memoryUsage().heapUsed
  const projection = foldAll(list, false)
  collect()
  const after = process.memoryUsage().heapUsed
  projection.lastSeq()
  return (after - before) / 1e6
}

/** The thread's processor time, in alternation, so that other load does not count. */
function bestOfEach<const T extends readonly (() => unknown)[]>(...works: T): { [K in keyof T]: number } {
  const times = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      globalThis.gc?.()
      const start = threadMs()
      work()
      times[index] = Math.min(times[index] ?? 0, threadMs() - start)
    }
  }
  return times as { [K in keyof T]: number }
}

function threadMs(): number {
  const { user: own, system } = process.threadCpuUsage()
  return (own + system) / 1000
}

function eventCount(): number {
  const place = process.argv.indexOf('--events')
  const requests = place < 0 ? Number.NaN : Number(process.argv[place + 1])
  return Number.isInteger(requests) && requests > 0 ? requests : 200_000
}
