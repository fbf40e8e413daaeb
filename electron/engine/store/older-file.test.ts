import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { FrameEntry } from '#shared/record/entry.ts'
import { plainFrame } from '#shared/record/plain-frame.ts'
import { migrate, schemaVersion } from './migrations.ts'
import { openRecord } from './record.ts'

/** The layout in which runs were kept as their frames' texts, joined. */
const joinedTexts = 3
/** The last one in which a deletion could not be canceled. */
const beforeCanceling = 5

const session = 'session-1'
const chunk = (text: string) => `{"result":{"text":"${text}"}}`
const texts = [chunk('one'), chunk('two 🙂'), chunk('thrée'), chunk(''), '', '{"other":1}']
const times = texts.map(
  (_, index) => [1_000.5 + Math.floor(index / 2), 10.25 + Math.floor(index / 2)] as const,
)

function frameAt(seq: number, index: number, data: string): FrameEntry {
  const [at = 0, monoMs = 0] = times[index % times.length] ?? []
  return plainFrame({ seq, sessionId: session, exchangeId: 'x', at, monoMs }, index, data)
}

function writeOlder(path: string): readonly FrameEntry[] {
  const database = new DatabaseSync(path)
  migrate(database, 0, joinedTexts)
  database.exec(
    `INSERT INTO session (id, uid, title, created_at) VALUES (1, '${session}', 'Then', 1000); INSERT INTO exchange VALUES (1, 'x')`,
  )
  const insert = database.prepare('INSERT INTO entry VALUES (?, ?, 1, 1, 2, NULL, NULL, ?, ?, ?, ?, NULL, ?)')
  const runs = Array.from({ length: 150 }, (_, run) =>
    texts.map((data, index) => frameAt(run * texts.length + index + 1, run * texts.length + index, data)),
  )
  for (const frames of runs) {
    const facts = frames.flatMap(({ raw, at, monoMs }) => [raw.text?.length ?? 0, at, monoMs])
    const raw = frames.map((frame) => frame.raw.text).join('')
    const [first] = frames
    const run = new Uint8Array(Float64Array.from(facts).buffer)
    insert.run(
      first?.seq ?? 0,
      frames.length,
      first?.at ?? 0,
      first?.monoMs ?? 0,
      first?.index ?? 0,
      raw,
      run,
    )
  }
  const alone = frameAt(901, 900, 'alone')
  insert.run(901, 1, alone.at, alone.monoMs, 900, alone.raw.text ?? '', null)
  database.exec("UPDATE counter SET value = 901 WHERE name = 'last_seq'")
  database.close()
  return [...runs.flat(), alone]
}

test('a file of an older Parley opens with all that is in it, and goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-older-'))
  try {
    const entries = writeOlder(join(dataDir, 'record.sqlite'))
    const record = openRecord({ dataDir })
    const next = record.append({
      sessionId: session,
      exchangeId: 'x',
      at: 1,
      monoMs: 1,
      kind: 'note',
      text: 'n',
    })
    record.flush()
    expect((await record.read({ after: 0, limit: 5_000 })).entries).toEqual([...entries, next])
    expect(await record.page({ offset: 700, limit: 3 })).toEqual(entries.slice(700, 703))
    record.close()

    const again = openRecord({ dataDir })
    expect((await again.read({ after: 0, limit: 5_000 })).entries).toEqual([...entries, next])
    expect(again.status().keeping).toBe('disk')
    again.close()
    const database = new DatabaseSync(join(dataDir, 'record.sqlite'))
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: schemaVersion })
    database.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('half an import that an older Parley was taking away is not to be kept', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-older-'))
  try {
    const database = new DatabaseSync(join(dataDir, 'record.sqlite'))
    migrate(database, 0, beforeCanceling)
    const half = JSON.stringify({ discarded: true, importedAt: 1 })
    database.exec(
      `INSERT INTO session (uid, title, created_at, facts) VALUES ('${session}', 'half', 1, '${half}');
        INSERT INTO exchange VALUES (1, 'x');
        INSERT INTO entry VALUES (1, 1, 1, 1, 7, NULL, NULL, 1, 1, NULL, NULL, '{"text":"n"}', NULL);
        INSERT INTO summary (exchange, session, first_seq, last_seq, at, mono) VALUES (1, 1, 1, 1, 1, 1)`,
    )
    database.close()
    const record = openRecord({ dataDir })
    expect(record.discarded().map(({ isLeft }) => isLeft)).toEqual([true])
    expect(record.cancelDeletion(session)).toBe(false)
    await expect.poll(() => record.discarded()).toEqual([])
    expect(await record.count()).toBe(0)
    record.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
