import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { createReading } from '#shared/story/reading.ts'
import { maxSpanEvents } from '#shared/traces/span.ts'
import { traceExchange } from '#shared/traces/traced-exchange.ts'
import { wire10 } from '#testing/story/scripted-record.ts'
import { isFullRun } from '../../../e2e/full-run.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'
import { readTraced } from './trace-batches.ts'

const status = (name: string) => wire10.result(wire10.statusUpdate('t', wire10.status(name), 'c'))
const escaped = JSON.stringify(status('COMPLETED')).replace('"state"', '"\\u0073tate"')
const finding: Finding = {
  rule: 'PARLEY-1',
  severity: 'warning',
  message: 'so',
  pointer: '',
  hint: 'h',
  spec: { version: '1.0', section: 's' },
}

const kinds = {
  chunk: JSON.stringify(wire10.result(wire10.chunk('t', 'a', 'word '))),
  quoting: JSON.stringify(wire10.result(wire10.chunk('t', 'a', '"state": "failed"'))),
  working: JSON.stringify(status('WORKING')),
  failed: JSON.stringify(status('FAILED')),
  escaped,
  other: '{"State":1}',
  broken: '{"state":',
  apart: JSON.stringify(status('REJECTED')),
  comment: '',
  finding: JSON.stringify(wire10.result(wire10.chunk('t', 'a', 'odd '))),
  note: '',
}
type Kind = keyof typeof kinds
interface Step {
  readonly kind: Kind
  readonly many: number
  readonly flush: boolean
}
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...(Object.keys(kinds) as Kind[]), 'chunk', 'chunk', 'chunk'),
    many: fc.constantFrom(1, 1, 3, 40, 150),
    flush: fc.boolean(),
  }),
  { maxLength: 14 },
)

const place = { sessionId: 's', exchangeId: 'x' }
let clock = 0

function entryOf(record: SessionRecord, kind: Kind, index: number): NewEntry {
  clock += 1
  const base = { ...place, at: 1_000 + clock, monoMs: clock }
  const text = kinds[kind]
  const body = (written: string) => ({ sizeBytes: Buffer.byteLength(written), text: written })
  if (kind === 'note') return { ...base, kind: 'note', text: 'n' }
  const frame = { ...base, kind: 'frame', index, raw: body(`data: ${text}\n\n`) } as const
  if (kind === 'comment') return { ...frame, framing: 'sse-comment', raw: body(': state"\n\n') }
  if (kind === 'apart')
    return { ...frame, framing: 'sse', data: record.keep(Buffer.from(text.padEnd(300_000))) }
  return { ...frame, framing: 'sse', data: body(text), ...(kind === 'finding' && { findings: [finding] }) }
}

function write(record: SessionRecord, script: readonly Step[]): void {
  const call = {
    ...({
      purpose: 'operation',
      operation: 'stream',
      dialect: '1.0',
      binding: 'JSONRPC',
      label: 'x',
    } as const),
  }
  const url = 'http://127.0.0.1:9/'
  record.append({ ...place, at: 1, monoMs: 1, kind: 'request', call, method: 'POST', url, headers: [] })
  let index = 0
  for (const { kind, many, flush } of script) {
    for (let n = 0; n < many; n += 1) {
      record.append(entryOf(record, kind, index))
      if (kind !== 'note') index += 1
    }
    if (flush) record.flush()
  }
  record.append({ ...place, at: 9e5, monoMs: 9e5, kind: 'end', reason: 'closed-by-agent', receivedBytes: 1 })
}

/** By reading every entry. */
function readAll(record: SessionRecord, withText: boolean) {
  const trace = traceExchange(
    createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }),
    withText,
  )
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows, next } = record.walk({ exchangeId: 'x' }, after)
    for (const { packed } of rows) trace.add(packed)
    after = next
  }
  return trace.traced()
}

test('of a stream of any kind the spans say what its entries say, also where they were written by an older Parley', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (script, isOlder) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'parley-traced-'))
      const recording = openRecord({ dataDir })
      write(recording, script)
      recording.close()
      if (isOlder) {
        const database = new DatabaseSync(join(dataDir, 'record.sqlite'))
        database.exec('UPDATE entry SET stateless = NULL')
        database.close()
      }
      const record = openRecord({ dataDir })
      try {
        const row = record.exchanges.row('x')
        if (!row) throw new Error('no such exchange')
        for (const withText of [true, false]) {
          const { exchange, entries } = await readTraced(record, row, withText)
          expect(exchange).toEqual(readAll(record, withText))
          expect(entries).toBe(await record.count({ exchangeId: 'x' }))
        }
      } finally {
        record.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }),
    { numRuns: isFullRun ? 40 : 8 },
  )
}, 120_000)

test('of a stream that tells nothing new the rest is not read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-traced-'))
  const record = openRecord({ dataDir })
  write(record, [
    ...Array.from({ length: 100 }, () => ({ kind: 'chunk' as const, many: 50, flush: true })),
    { kind: 'failed', many: 1, flush: true },
  ])
  record.flush()
  const { rows } = record.walkStates('x', 0)
  expect(rows.map(({ packed: { kind } }) => kind)).toEqual(['request', 'frame', 'end'])
  const row = record.exchanges.row('x')
  const traced = row && (await readTraced(record, row, false))
  expect(traced?.exchange).toMatchObject({
    frameCount: 5_001,
    states: [{ taskId: 't', state: 'failed' }],
    lastAtMs: 9e5,
  })
  expect(traced?.exchange.frames).toHaveLength(maxSpanEvents)
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})
