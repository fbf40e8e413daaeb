// The npm package's command on an unsupported Node. e2e/specs/packed.spec.ts shows it on a supported one.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const command = join(import.meta.dirname, '..', packageJson.bin['parley-a2a'])
const npmStart = join(import.meta.dirname, 'npm-start.js')

/** Starts the command in a process that pretends to be another Node. */
function startOn(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, command, '--version']
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test.each(['18.20.8', '20.19.5', '22.18.0'])('on Node %s it says what it needs and stops', (version) => {
  const { status, stdout, stderr } = startOn(version)
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Parley needs Node 22.19 or newer; this is Node ${version}.\n`,
  ])
})

test('what is no verb, file or address is refused by npm start, too, in its own words', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [npmStart, 'chck'], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    '"chck" isn’t a verb, a file, an address or a port. A host is typed as http://chck. Did you mean npm start -- check?\nSee npm start -- --help.\n',
  ])
})

test('npm start keeps what Node compiled, for the next start', () => {
  const compiled = join(import.meta.dirname, '..', 'node_modules', '.cache', 'parley-compiled')
  rmSync(compiled, { recursive: true, force: true })
  const { NODE_COMPILE_CACHE: _other, ...env } = process.env
  expect(spawnSync(process.execPath, [npmStart, '--help'], { env }).status).toBe(0)
  expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(1)
})

test('the package asks for the Node that the command asks for', () => {
  const [needed] = /\[\d+, \d+\]/.exec(readFileSync(command, 'utf8')) ?? []
  expect(packageJson.engines.node).toBe(`>=${needed?.slice(1, -1).replace(', ', '.')}`)
})
