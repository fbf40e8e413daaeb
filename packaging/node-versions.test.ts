// One rule about Node, wherever it is said: Parley runs on what `engines` names, a clone on the Node it brings, and the README's
// lowest is what continuous integration begins with.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const runsFrom = packageJson.engines.node.replace('>=', '')

test('the README and the command say what engines says', () => {
  expect(read('README.md')).toContain(`Parley runs on Node ${runsFrom} or newer.`)
  expect(read('bin/parley.js')).toContain(`const needed = [${runsFrom.replace('.', ', ')}]`)
})

test('no dependency that ships wants a newer Node than engines', () => {
  const packages: Record<string, { readonly dev?: true; readonly engines?: { readonly node?: string } }> =
    JSON.parse(read('package-lock.json')).packages
  const requested = Object.entries(packages).flatMap(([path, { dev, engines }]) => {
    const lowest = /^>= ?(\d+)\.?(\d*)[.\d]*$/.exec(engines?.node ?? '')
    return path === '' || dev || !lowest ? [] : [{ path, major: Number(lowest[1]), minor: Number(lowest[2]) }]
  })
  const [major = 0, minor = 0] = runsFrom.split('.').map(Number)
  expect(requested.length).toBeGreaterThan(50)
  expect(
    requested.filter((each) => each.major > major || (each.major === major && each.minor > minor)),
  ).toEqual([])
})

test('a clone brings the Node that the README names, and begins with the one that continuous integration has', () => {
  const readme = read('README.md')
  const brought = packageJson.devDependencies.node.split('.', 1)[0]
  expect(readme).toContain(`A clone brings Node ${brought} for itself`)
  const [, lowest] = /so Node (\d+) with its npm is enough/.exec(readme) ?? []
  const versions = (workflow: string) =>
    [...read(join('.github', 'workflows', workflow)).matchAll(/node-version: (\d+)/g)].map(
      ([, version]) => version,
    )
  expect(new Set(['ci.yml', 'test.yml'].flatMap(versions))).toEqual(new Set([lowest]))
  for (const workflow of readdirSync(join(root, '.github', 'workflows')).filter(
    (name) => !['ci.yml', 'test.yml'].includes(name),
  )) {
    expect(versions(workflow).filter((version) => version !== brought)).toEqual([])
  }
})

test('npm, which runs on any Node, prints no wall of warnings about it here', () => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const level = execFileSync(npm, ['config', 'get', 'loglevel'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, npm_config_loglevel: undefined },
  })
  expect(level.trim()).toBe('error')
})
