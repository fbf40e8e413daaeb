import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { safeStorage } from '../../e2e/stand-in/electron.ts'
import { openVault } from './vault.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-vault-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('secrets are written sealed, opened after a restart, and gone when forgotten', async () => {
  const vault = await openVault(dataDir, safeStorage)
  expect(vault.where).toBe('os-vault')
  await vault.set('a bearer', 'planted-secret')
  await vault.set('b bearer', 'another-secret')
  const written = () => readFileSync(join(dataDir, 'secrets.json'), 'utf8')
  expect(written()).not.toMatch(/planted-secret|another-secret/)

  const again = await openVault(dataDir, safeStorage)
  expect([again.has('a bearer'), await again.get('a bearer'), await again.get('c')]).toEqual([
    true,
    'planted-secret',
    undefined,
  ])
  await again.forget(['a bearer'])
  expect(await (await openVault(dataDir, safeStorage)).get('a bearer')).toBeUndefined()
  expect(JSON.parse(written()).secrets).toEqual({ 'b bearer': expect.any(String) })
})

test('what is sealed with a key that is gone has to be typed again', async () => {
  await (await openVault(dataDir, safeStorage)).set('a bearer', 'planted-secret')
  const moved = await openVault(dataDir, {
    ...safeStorage,
    decryptStringAsync: () => Promise.reject(new Error('no key')),
  })
  expect([moved.has('a bearer'), await moved.get('a bearer')]).toEqual([true, undefined])
})

test('without a guard nothing is written, and it says so', async () => {
  const vault = await openVault(dataDir, { ...safeStorage, isAsyncEncryptionAvailable: async () => false })
  await vault.set('a bearer', 'planted-secret')
  expect([vault.where, readdirSync(dataDir)]).toEqual(['memory', []])
})
