import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { onSetAside } from '../../platform/json-files.ts'
import { createOwnPorts } from '../../platform/net.ts'
import { createForwarding } from '../forwarding.ts'
import { BatchSender } from './batch-sender.ts'
import type { Batch } from './messages.ts'
import { Spool, type SpoolOptions } from './spool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-spool-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const batch = (pass: number): Batch => ({
  events: [{ tap: 1, pass, kind: 'bytes', sizeBytes: 1_000, atMs: pass }],
  bytes: new Uint8Array(1_000).fill(pass),
})

function opened(options: Partial<SpoolOptions>) {
  let ready = Promise.withResolvers<void>()
  const onReady = () => ready.resolve()
  const spool = new Spool({ path: join(folder, 'spool'), onReady, ...options })
  /** Takes batches like the recorder: in order, waiting for reads of the file. */
  const next = async (): Promise<Batch> => {
    for (;;) {
      const batch = spool.shift()
      // As transferred to another thread.
      if (batch) return structuredClone(batch, { transfer: [batch.bytes.buffer] })
      await ready.promise
      ready = Promise.withResolvers()
    }
  }
  return { spool, next }
}

test('what memory has no room for comes back from a private file, in its order, and the file is gone at the end', async () => {
  const { spool, next } = opened({ memoryBytes: 10_000 })
  const count = 200
  for (let pass = 0; pass < count / 2; pass++) spool.push(batch(pass))
  expect(spool.isCrowded()).toBe(true)
  await expect.poll(() => spool.isFull()).toBe(false)
  const { size, mode } = statSync(join(folder, 'spool'))
  expect(size).toBeGreaterThan(80_000)
  expect(mode & 0o077).toBe(0)
  // Passed bytes contain secrets.
  expect(readFileSync(join(folder, 'spool')).includes(Buffer.alloc(16, 50))).toBe(false)
  for (let pass = 0; pass < count; pass++) {
    if (pass % 2 === 0) spool.push(batch(count / 2 + pass / 2))
    expect(await next()).toEqual(batch(pass))
  }
  expect(spool.isCrowded()).toBe(false)
  await spool.close()
  expect(statSync(join(folder, 'spool'), { throwIfNoEntry: false })).toBeUndefined()
})

test.each([
  ['has no more room', { fileBytes: 3_000 }],
  ['can’t be written', { path: '/no/such/folder/spool' }],
])('where the file %s, what passes is held back, and nothing is lost', async (_what, options) => {
  const { spool, next } = opened({ memoryBytes: 10_000, ...options })
  const count = 30
  for (let pass = 0; pass < count; pass++) spool.push(batch(pass))
  await expect.poll(() => spool.isFull()).toBe(true)
  for (let pass = 0; pass < count; pass++) expect(await next()).toEqual(batch(pass))
  expect(spool.isFull()).toBe(false)
  await spool.close()
})

test('what is left of a Parley that was killed is said to be lost', () => {
  writeFileSync(join(folder, 'taps.spool'), 'x'.repeat(3_000_000))
  const notices: string[] = []
  const stop = onSetAside(({ notice }) => notices.push(notice))
  createForwarding({ clock: systemClock, dataDir: folder, ownPorts: createOwnPorts() })
  stop()
  expect(notices).toEqual([expect.stringContaining('about 3 MB are lost')])
  expect(statSync(join(folder, 'taps.spool'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a sender of batches is closed once the file of its spool is gone', async () => {
  const spoolPath = join(folder, 'spool')
  writeFileSync(spoolPath, '')
  const sender = new BatchSender({ spoolPath, gathered: new Int32Array(1) }, () => undefined)
  await sender.close()
  expect(existsSync(spoolPath)).toBe(false)
})
