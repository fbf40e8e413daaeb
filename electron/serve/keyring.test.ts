import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type KeyringEntry, openKeyring } from './keyring.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-keyring-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A fake of the operating system's keyring, by account. */
function keyring() {
  const bytes = new Map<string, Uint8Array>()
  const entryOf = async (account: string): Promise<KeyringEntry> => ({
    getSecret: async () => bytes.get(account) ?? null,
    setSecret: async (secret) => void bytes.set(account, secret),
  })
  return { kept: bytes, entryOf }
}

test('secrets are written sealed, opened after a restart, and gone when forgotten', async () => {
  const { kept, entryOf } = keyring()
  const store = await openKeyring(dataDir, entryOf)
  expect(store.where).toBe('os-vault')
  await store.set('a bearer', 'planted-secret')
  await store.set('b sign-in', 'x'.repeat(50_000))
  const written = () => readFileSync(join(dataDir, 'keyring-secrets.json'), 'utf8')
  const [key] = kept.values()
  expect(kept.size).toBe(1)
  expect(written()).not.toContain(Buffer.from('planted-secret').toString('base64'))
  expect(written()).not.toContain(Buffer.from(key ?? []).toString('base64'))

  const again = await openKeyring(dataDir, entryOf)
  expect([again.has('a bearer'), await again.get('a bearer'), await again.get('c')]).toEqual([
    true,
    'planted-secret',
    undefined,
  ])
  expect((await again.get('b sign-in'))?.length).toBe(50_000)
  await again.forget(['a bearer'])
  expect(await (await openKeyring(dataDir, entryOf)).get('a bearer')).toBeUndefined()
})

test.each<[string, (bytes: Map<string, Uint8Array>, path: string) => void]>([
  ['sealed with a key that is gone', (bytes) => bytes.clear()],
  [
    'changed on disk',
    (_, path) => {
      const file = JSON.parse(readFileSync(path, 'utf8'))
      const sealed = Buffer.from(file.secrets['a bearer'], 'base64')
      sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
      writeFileSync(path, JSON.stringify({ ...file, secrets: { 'a bearer': sealed.toString('base64') } }))
    },
  ],
])('what was %s has to be typed again', async (_, change) => {
  const { kept, entryOf } = keyring()
  await (await openKeyring(dataDir, entryOf)).set('a bearer', 'planted-secret')
  change(kept, join(dataDir, 'keyring-secrets.json'))
  const moved = await openKeyring(dataDir, entryOf)
  expect([moved.where, moved.has('a bearer'), await moved.get('a bearer')]).toEqual([
    'os-vault',
    true,
    undefined,
  ])
})

test.each<[string, (account: string) => Promise<KeyringEntry>]>([
  ['there is none', () => Promise.reject(new Error('no such module'))],
  [
    'it is locked',
    async () => ({
      getSecret: () => Promise.reject(new Error('locked')),
      setSecret: () => Promise.reject(new Error('locked')),
    }),
  ],
  ['it forgets at once', async () => ({ getSecret: async () => null, setSecret: async () => undefined })],
])('in memory, and nothing on disk, where %s', async (_, entryOf) => {
  const store = await openKeyring(dataDir, entryOf)
  await store.set('a bearer', 'planted-secret')
  expect([store.where, readdirSync(dataDir)]).toEqual(['memory', []])
})

test('what was cut short on disk has to be typed again', async () => {
  const { entryOf } = keyring()
  await (await openKeyring(dataDir, entryOf)).set('a bearer', '')
  const path = join(dataDir, 'keyring-secrets.json')
  const file = JSON.parse(readFileSync(path, 'utf8'))
  // The bytes before the tag, and a quarter of the tag.
  const cut = Buffer.from(file.secrets['a bearer'], 'base64').subarray(0, 16).toString('base64')
  writeFileSync(path, JSON.stringify({ ...file, secrets: { 'a bearer': cut } }))
  expect(await (await openKeyring(dataDir, entryOf)).get('a bearer')).toBeUndefined()
})

test('one that asks to be unlocked is waited for, which is said once', async () => {
  const { entryOf } = keyring()
  let unlock: () => void = () => undefined
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve
  })
  const locked = async (account: string): Promise<KeyringEntry> => {
    const { getSecret, setSecret } = await entryOf(account)
    return { getSecret: (signal) => unlocked.then(() => getSecret(signal)), setSecret }
  }
  const texts: number[] = []
  const store = await openKeyring(dataDir, locked, (maxSeconds) => {
    texts.push(maxSeconds)
    unlock()
  })
  expect([store.where, texts]).toEqual(['os-vault', [10]])
  await openKeyring(dataDir, locked, (maxSeconds) => texts.push(maxSeconds))
  expect(texts).toHaveLength(1)
})
