import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpack } from '#shared/record/run.ts'
import { openRecord, type SessionRecord } from './record.ts'

let dataDir: string
let record: SessionRecord
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-before-'))
  record = openRecord({ dataDir })
})
afterEach(() => {
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const clock = { at: 1, monoMs: 1 }

function ask(sessionId: string, exchangeId: string): void {
  const call = { agentId: 'a', purpose: 'operation', operation: 'stream', label: 'x' } as const
  const request = { call, method: 'POST', url: 'http://a/', headers: [] }
  record.append({ ...clock, sessionId, exchangeId, kind: 'request', ...request })
}

function frames(sessionId: string, exchangeId: string, from: number, count: number): void {
  for (let index = from; index < from + count; index++) {
    const data = `{"piece":${index}}`
    const raw = `data: ${data}\n\n`
    record.append({
      ...clock,
      sessionId,
      exchangeId,
      kind: 'frame',
      index,
      framing: 'sse',
      raw: { sizeBytes: raw.length, text: raw },
      data: { sizeBytes: data.length, text: data },
    })
  }
}

function end(sessionId: string, exchangeId: string): void {
  record.append({ ...clock, sessionId, exchangeId, kind: 'end', reason: 'closed-by-agent', receivedBytes: 0 })
}

/** As `EXCHANGE request`, `EXCHANGE end`, and from which frame to which. */
function before(place: number, sessionId?: string): readonly string[] {
  const said: { exchangeId: string; from: number; to: number }[] = []
  const words: string[] = []
  const tell = () => {
    for (const { exchangeId, from, to } of said.splice(0)) words.push(`${exchangeId} ${from}-${to}`)
  }
  for (const entry of unpack(record.before(place, sessionId))) {
    const run = said[0]
    if (entry.kind !== 'frame') {
      tell()
      words.push(`${entry.exchangeId} ${entry.kind}`)
    } else if (run?.exchangeId === entry.exchangeId && run.to + 1 === entry.index) run.to++
    else {
      tell()
      said.push({ exchangeId: entry.exchangeId, from: entry.index, to: entry.index })
    }
  }
  tell()
  return words
}

test('of what ended: how it began and ended; of what goes on: how it began; of a session: its own', () => {
  ask('other', 'elsewhere')
  end('other', 'elsewhere')
  ask('s', 'short')
  frames('s', 'short', 0, 150)
  end('s', 'short')
  ask('s', 'long')
  frames('s', 'long', 0, 2_500)
  end('s', 'long')
  ask('s', 'live')
  frames('s', 'live', 0, 3_000)
  const place = record.append({
    ...clock,
    sessionId: 's',
    exchangeId: 'live',
    kind: 'note',
    text: 'here',
  }).seq
  frames('s', 'live', 3_000, 2_000)
  ask('s', 'later')

  const ofSession = [
    'short request',
    'short 0-149',
    'short end',
    'long request',
    'long 0-98',
    'long 2401-2499',
    'long end',
    'live request',
    'live 0-98',
  ]
  expect(before(place, 's')).toEqual(ofSession)
  expect(before(place)).toEqual(['elsewhere request', 'elsewhere end', ...ofSession])
  expect(before(2)).toEqual(['elsewhere request', 'elsewhere end'])
})

test('a hundred exchanges, those that were at work last', () => {
  ask('s', 'live')
  for (let index = 0; index < 150; index++) {
    ask('s', `x${index}`)
    end('s', `x${index}`)
  }
  record.flush()
  const place = record.latest()
  frames('s', 'live', 0, 1)
  const words = before(place)
  expect(words.length).toBe(1 + 99 * 2)
  expect([words[0], words[1], words.at(-1)]).toEqual(['live request', 'x51 request', 'x149 end'])
})
