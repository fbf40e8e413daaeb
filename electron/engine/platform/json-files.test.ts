import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsonFiles, onSetAside } from './json-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('of writes that come at once the last one holds, and each is whole', async () => {
  const files = createJsonFiles()
  const path = join(folder, 'cards', 'one.json')
  const writing = [2_000_000, 300_000, 7].map((length) => files.write(path, 'x'.repeat(length)))
  expect((await files.read(path))?.length).toBe(7)
  await Promise.all(writing)
  expect([readFileSync(path, 'utf8'), readdirSync(join(folder, 'cards'))]).toEqual(['xxxxxxx', ['one.json']])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
})

test('what is taken away while it is being written is gone', async () => {
  const files = createJsonFiles()
  const path = join(folder, 'one.json')
  const writing = files.write(path, 'x'.repeat(2_000_000))
  await files.remove(path)
  await writing
  expect([await files.read(path), readdirSync(folder)]).toEqual([undefined, []])
})

test('a write that can never succeed is told, and the next one is tried', async () => {
  const files = createJsonFiles()
  const path = join(folder, 'one.json')
  const impossible = `${path}\0`
  await expect(files.write(impossible, 'x')).rejects.toThrow('null bytes')
  expect(await files.read(impossible)).toBeUndefined()
  await files.write(path, 'y')
  expect(await files.read(path)).toBe('y')
})

test('what cannot be read is set aside once, whoever reads it, and its place is written to', async () => {
  const files = createJsonFiles()
  const path = join(folder, 'one.json')
  mkdirSync(path)
  const notices: string[] = []
  const stop = onSetAside(({ notice }) => notices.push(notice))
  expect(await Promise.all([files.read(path), files.read(path)])).toEqual([undefined, undefined])
  // A later reader finds no file.
  await files.setAside(path, 'it was a folder')
  stop()
  await files.write(path, 'y')
  expect([notices.length, readFileSync(path, 'utf8'), readdirSync(folder).length]).toEqual([1, 'y', 2])
})
