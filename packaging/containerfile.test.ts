// No container runs here: what can be read of the Containerfile is read, and its command line goes through the parser that it
// will meet.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseOptions } from '../electron/options.ts'
import packageJson from '../package.json' with { type: 'json' }

const text = readFileSync(join(import.meta.dirname, '..', 'Containerfile'), 'utf8')
const steps = text
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
const only = (name: string) => steps.filter((step) => step.name === name).map(({ rest }) => rest)

test('what runs is the npm package’s command, served on every address, with its data in the volume', () => {
  const command: readonly string[] = JSON.parse(only('ENTRYPOINT')[0] ?? '[]')
  const args: readonly string[] = JSON.parse(only('CMD')[0] ?? '[]')
  expect(Object.keys(packageJson.bin)).toEqual(command)
  expect(parseOptions(args, {})).toEqual({
    kind: 'start',
    options: {
      front: 'auto',
      open: false,
      host: '0.0.0.0',
      port: 41_240,
      dataDir: '/data',
      forgetBrowsers: false,
      keyring: true,
    },
  })
  expect([only('VOLUME'), only('EXPOSE')]).toEqual([['/data'], ['41240']])
})

test('nothing is done as root once the user without rights is chosen', () => {
  const names = steps.map(({ name }) => name)
  expect(only('USER')).toEqual(['node'])
  expect(names.slice(names.indexOf('USER') + 1)).toEqual([
    'ENV',
    'VOLUME',
    'EXPOSE',
    'STOPSIGNAL',
    'ENTRYPOINT',
    'CMD',
  ])
})

test('its base is one image, by digest', () => {
  expect(only('FROM')).toEqual([expect.stringMatching(/^node:[\d.]+-[a-z-]+@sha256:[0-9a-f]{64}$/)])
})

test('its Node is one that the package takes', () => {
  const major = Number(/node:(\d+)/.exec(only('FROM')[0] ?? '')?.[1])
  expect(major).toBeGreaterThan(Number(/\d+/.exec(packageJson.engines.node)?.[0]))
})
