import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import type { Entry, NewEntry } from '#shared/record/entry.ts'
import { plainFrame } from '#shared/record/plain-frame.ts'
import { type EntryFilter, openRecord, type SessionRecord } from './record.ts'

interface Step {
  readonly exchange: number
  readonly what: 'frame' | 'crlf frame' | 'odd frame' | 'note' | 'run'
  readonly task: number
  readonly text: string
  readonly flush: boolean
}

const steps = fc.array(
  fc.record<Step>({
    exchange: fc.constantFrom(0, 0, 0, 1),
    what: fc.constantFrom('frame', 'frame', 'frame', 'frame', 'crlf frame', 'odd frame', 'note', 'run'),
    task: fc.constantFrom(0, 0, 0, 1),
    text: fc.constantFrom('red', 'blue', 'ä🙂 red', 'x'.repeat(3_000), ''),
    flush: fc.constantFrom(true, false, false, false, false),
  }),
  { maxLength: 60 },
)

const filters: readonly (EntryFilter | undefined)[] = [
  undefined,
  { exchangeId: 'x0' },
  { kinds: ['frame'] },
  { kinds: ['note'] },
  { taskId: 't1' },
]

function entryOf(step: Step, index: number, sessionId: string): NewEntry {
  const base = { sessionId, exchangeId: `x${step.exchange}`, at: 1_000.25 + index, monoMs: index / 3 }
  if (step.what === 'note') return { ...base, kind: 'note', text: step.text }
  const raws = {
    frame: `data: ${step.text}\n\n`,
    'crlf frame': `data:${step.text}\r\n\r\n`,
    'odd frame': `data: ${step.text}\n\r\n`,
    run: '',
  }
  const raw = raws[step.what]
  const body = (text: string) => ({ sizeBytes: Buffer.byteLength(text), text })
  return { ...base, kind: 'frame', index, framing: 'sse', raw: body(raw), data: body(step.text) }
}

const runTexts = ['one', 'two', 'ä🙂 three']

/** Appends the entries of a step, and returns them as readers should see them. */
function append(record: SessionRecord, step: Step, index: number, sessionId: string): readonly Entry[] {
  const facts = { taskId: `t${step.task}` }
  if (step.what !== 'run') return [record.append(entryOf(step, index, sessionId), facts)]
  const exchangeId = `x${step.exchange}`
  const count = runTexts.length
  const wrap = { start: 'data:', end: '\r\n\r\n' }
  const [at, monoMs] = [1_000.25 + index, index / 3]
  const run = {
    kind: 'run',
    sessionId,
    exchangeId,
    index,
    count,
    wrap,
    before: step.text,
    after: '.',
  } as const
  record.appendRun({ ...run, texts: runTexts.join('\n'), times: [[count, at, monoMs]] }, facts)
  const last = record.append({ sessionId, exchangeId, at, monoMs, kind: 'note', text: step.text }, facts)
  const frames = runTexts.map((text, place) => {
    const base = { seq: last.seq - count + place, sessionId, exchangeId, at, monoMs }
    return plainFrame(base, index + place, `${step.text}${text}.`, wrap)
  })
  return [...frames, last]
}

test('who reads along sees each entry once, and only what is written', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (sequence, limit) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'parley-run-'))
      const record = openRecord({ dataDir, flushEntries: 4 })
      try {
        const { sessionId } = record.createSession('s')
        const read: Entry[] = []
        let after = 0
        const readOn = async () => {
          const page = await record.read({ after, limit })
          read.push(...page.entries)
          expect(read.length).toBeLessThanOrEqual(page.latest)
          after = page.next
          return page.entries.length
        }
        const written: Entry[] = []
        for (const [index, step] of sequence.entries()) {
          written.push(...append(record, step, index * 10, sessionId))
          await readOn()
        }
        record.flush()
        while ((await readOn()) > 0);
        expect(read).toEqual(written)
      } finally {
        record.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('however entries were batched, every way of reading gives the same ones', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (sequence, limit, reopen) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'parley-run-'))
      let record = openRecord({ dataDir })
      try {
        const { sessionId } = record.createSession('s')
        const written = sequence.flatMap((step, index) => {
          const entries = append(record, step, index * 10, sessionId)
          if (step.flush) record.flush()
          return entries.map((entry) => ({ entry, step }))
        })
        record.flush()
        if (reopen) {
          record.close()
          record = openRecord({ dataDir })
        }
        for (const filter of filters) {
          const expected = written
            .filter(({ entry, step }) => matches(entry, step, filter))
            .map(({ entry }) => entry)
          const read: Entry[] = []
          for (let after = 0; ; ) {
            const { entries, next } = await record.read({
              after,
              limit,
              ...defined({ filter }),
            })
            if (entries.length === 0) break
            read.push(...entries)
            after = next
          }
          expect(read).toEqual(expected)
          expect(await record.count(filter)).toBe(expected.length)
          const offset = Math.floor(expected.length / 2)
          const page = await record.page({ ...defined({ filter }), offset, limit })
          expect(page).toEqual(expected.slice(offset, offset + limit))
        }
      } finally {
        record.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

function matches(entry: Entry, step: Step, filter: EntryFilter | undefined): boolean {
  if (filter?.exchangeId !== undefined && entry.exchangeId !== filter.exchangeId) return false
  if (filter?.kinds !== undefined && !filter.kinds.includes(entry.kind)) return false
  return filter?.taskId === undefined || `t${step.task}` === filter.taskId
}
