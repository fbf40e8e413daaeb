import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, test } from 'vitest'
import { builderConfiguration } from './builder-configuration.ts'

const secrets = {
  GITHUB_REPOSITORY: 'someone/parley',
  CSC_LINK: 'mac-certificate',
  WIN_CSC_LINK: 'windows-certificate',
  APPLE_API_KEY: 'key',
}

test.each([
  ['nothing', {}],
  ['a repository and every secret', secrets],
])('with %s in the environment it is what electron-builder takes', async (_name, env) => {
  await validateConfiguration(builderConfiguration(env), new DebugLogger(false))
})

test('electron-builder refuses what it does not know', async () => {
  const wrong = { ...builderConfiguration({}), fuses: {} }
  await expect(validateConfiguration(wrong, new DebugLogger(false))).rejects.toThrow(
    "unknown property 'fuses'",
  )
})

describe('signing', () => {
  const plan = (env: NodeJS.ProcessEnv) => {
    const { mac, win, electronFuses } = builderConfiguration(env)
    return {
      mac: [mac?.identity, mac?.hardenedRuntime, mac?.notarize, mac?.forceCodeSigning],
      windows: win?.forceCodeSigning,
      adHoc: electronFuses?.resetAdHocDarwinSignature,
    }
  }
  const unsigned = { mac: ['-', false, false, false], windows: false, adHoc: true }
  test.each<[string, NodeJS.ProcessEnv, ReturnType<typeof plan>]>([
    ['without secrets nothing is signed, and nothing fails', {}, unsigned],
    [
      'with a certificate alone macOS is signed under the hardened runtime',
      { CSC_LINK: 'x' },
      { mac: [undefined, true, false, true], windows: false, adHoc: false },
    ],
    [
      'with every secret both are signed, macOS is notarised, and a failure of it fails the build',
      secrets,
      { mac: [undefined, true, true, true], windows: true, adHoc: false },
    ],
    ['an Apple account without a certificate notarises nothing', { APPLE_ID: 'x' }, unsigned],
  ])('%s', (_name, env, expected) => {
    expect(plan(env)).toEqual(expected)
  })
})

test('no transport security is switched off: agents over plain HTTP are called by the engine, not by the web view', () => {
  const { mac } = builderConfiguration(secrets)
  expect(Object.keys(mac?.extendInfo as object)).toEqual(['NSLocalNetworkUsageDescription'])
})

test('a build that knows its repository asks there for updates, another asks nowhere', () => {
  expect(builderConfiguration(secrets).publish).toEqual({
    provider: 'github',
    owner: 'someone',
    repo: 'parley',
    releaseType: 'draft',
  })
  expect(builderConfiguration({}).publish).toBeNull()
})

test('each system has its packages for each of its processors', () => {
  const { linux, mac, win } = builderConfiguration({})
  const both = ['x64', 'arm64']
  expect([linux?.target, mac?.target, win?.target]).toEqual([
    ['AppImage', 'deb', 'rpm'].map((target) => ({ target, arch: both })),
    ['dmg', 'zip'].map((target) => ({ target, arch: ['universal'] })),
    ['nsis', 'portable'].map((target) => ({ target, arch: both })),
  ])
})
