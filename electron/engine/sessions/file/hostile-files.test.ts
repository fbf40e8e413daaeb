// Files made to exhaust Parley: each is refused soon, with a sentence that names the exceeded bound.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportStep } from '#shared/contract/session-files.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { readHar } from '../har/har-file.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const head = (entries: number, agents: unknown = []) =>
  JSON.stringify({ parley: 1, session: { name: 'x', note: '', createdAt: 1, agents }, entries })
const note = (x: number, text = '') => JSON.stringify({ x, entry: { kind: 'note', at: 1, monoMs: 1, text } })
const unlike = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index))
const packed = (first: string, lines: readonly string[]) => gzipSync(`${[first, ...lines].join('\n')}\n`)

function begin(bytes: Buffer | string, signal?: AbortSignal): AsyncIterable<ImportStep> {
  const path = join(window.dataDir, 'hostile.file')
  writeFileSync(path, bytes)
  const uploadId = window.engine.sessions.files.offer(path)
  return window.engine.sessions.files.importing({ uploadId, damaged: 'refuse' }, signal)
}

async function imported(bytes: Buffer | string): Promise<ImportStep | undefined> {
  let last: ImportStep | undefined
  for await (const step of begin(bytes)) last = step
  return last
}

const body = (index: number) =>
  JSON.stringify({
    body: createHash('sha256').update(String(index)).digest('hex'),
    piece: 'AAAA',
    last: true,
  })

describe('a .parley file', () => {
  test.each<[name: string, bytes: () => Buffer, sentence: string]>([
    [
      'with lines of nothing',
      () =>
        packed(
          head(1),
          unlike(400_000, () => ''),
        ),
      'more than 1,000 damaged lines',
    ],
    [
      'with lines that have all that is wrong in them',
      () => {
        const headers = `[${'0,'.repeat(65_000)}0]`
        const wrong = `{"x":1,"entry":{"kind":"response","at":1,"monoMs":1,"status":1,"statusText":"","headers":${headers}}}`
        return packed(
          head(1),
          unlike(100, () => wrong),
        )
      },
      'more than 4 MB of damaged lines',
    ],
    [
      'with a line of millions of values',
      () =>
        packed(
          head(1),
          unlike(3, () => `[${'0,'.repeat(2_000_000)}0]`),
        ),
      'more than 4 MB of damaged lines',
    ],
    ['with a line without end', () => packed(head(1), ['x'.repeat(9_000_000)]), 'a line longer than 8 MB'],
    [
      'with notes on exchanges that are not there',
      () =>
        packed(
          head(1),
          unlike(300_000, (index) => JSON.stringify({ exchange: index + 1, pinned: true })),
        ),
      'more than 1,000 damaged lines',
    ],
    [
      'with bodies that nothing names',
      () => packed(head(1), unlike(50_000, body)),
      'more than 1,000 damaged lines',
    ],
    [
      'with bodies in the smallest pieces',
      () =>
        packed(
          head(1),
          unlike(300_000, () => `{"body":"${'a'.repeat(64)}","piece":"AAAA"}`),
        ),
      'more than 1,000 damaged lines',
    ],
    [
      'with more entries than it says',
      () =>
        packed(
          head(10),
          unlike(200_000, () => note(1)),
        ),
      'more than the 10 entries that it says it has',
    ],
    [
      'that unpacks to far more than itself',
      () =>
        packed(
          head(60),
          unlike(60, () => note(1, 'a'.repeat(900_000))),
        ),
      'more than 100 times its size',
    ],
  ])('%s is refused', async (_, bytes, sentence) => {
    await expect(imported(bytes())).rejects.toThrow(`Parley stopped reading this file: it has ${sentence}`)
    expect((await window.client.sessions.list({ limit: 10 })).sessions.map(({ origin }) => origin)).toEqual([
      'recorded',
    ])
  })

  test('with agents without number is none', async () => {
    const agents = Array.from({ length: 200_000 }, (_, index) => ({ id: `a${index}`, name: 'a' }))
    await expect(imported(packed(head(1, agents), []))).rejects.toThrow('not a Parley recording')
  })

  test('with some damaged lines is said to have so many, and the first is named', async () => {
    const lines = [note(1), ...unlike(900, () => '{}'), note(1)]
    expect(await imported(packed(head(2), lines))).toMatchObject({
      kind: 'damaged',
      entries: 2,
      sentence: expect.stringMatching(
        /^Line 3 is not .* 900 lines are damaged; 2 of its 2 entries are whole\.$/,
      ),
    })
  })

  test('is not read on when nobody waits for it, and what was imported of it goes', async () => {
    const lines = unlike(60_000, (index) => note(1, `${index}`))
    const sum = createHash('sha256')
      .update(`${[head(60_000), ...lines].join('\n')}\n`)
      .digest('hex')
    const bytes = packed(head(60_000), [...lines, JSON.stringify({ end: { entries: 60_000, sha256: sum } })])
    const stop = new AbortController()
    const done = (async () => {
      for await (const step of begin(bytes, stop.signal)) {
        if (step.kind === 'progress' && step.done > step.total / 2) stop.abort()
      }
    })()
    await expect(done).rejects.toThrow()
    const [record] = window.engine.sessions.records().slice(1)
    expect(record?.sessions()).toEqual([])
    await expect.poll(() => record?.discarded(), { timeout: 20_000 }).toEqual([])
    expect(await record?.count()).toBe(0)
  })
})

describe('a HAR file', () => {
  const har = (entries: string) => `{"log":{"creator":{"name":"x"},"entries":[${entries}]}}`

  test('with requests that are none is refused', async () => {
    await expect(imported(har(unlike(400_000, () => '0').join()))).rejects.toThrow(
      'it has more than 1,000 damaged requests',
    )
  })

  test('with more than one request can hold is not parsed, and that is left out', async () => {
    const dense = `{"request":[${'0,'.repeat(1_100_000)}0]}`
    await expect(imported(har(dense))).rejects.toThrow('None of the 1 requests in this HAR is a call of A2A')
  })

  test('that is given up in its midst is let go of', async () => {
    const request = { method: 'POST', url: 'http://a.example/', headers: [] }
    const response = { headers: [] }
    const entry = { startedDateTime: '2026-01-01T00:00:00Z', request, response }
    const chunks = Readable.from([
      Buffer.from(har(unlike(10, () => JSON.stringify(entry)).join())),
      Buffer.from(' '),
    ])
    const stop = () => Promise.reject(new Error('stopped'))
    await expect(readHar(chunks, new AbortController().signal, stop)).rejects.toThrow('stopped')
    expect(chunks.destroyed).toBe(true)
  })

  test('that is cut off is said to be', async () => {
    await expect(imported(har('{},{}').slice(0, -3))).rejects.toThrow(
      'This HAR file is damaged or cut off before its end.',
    )
  })
})
