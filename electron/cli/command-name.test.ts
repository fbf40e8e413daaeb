import { afterEach, expect, test, vi } from 'vitest'
import { commandLine, startedCommand } from './command-name.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  [undefined, 'parley-a2a'],
  ['exec', 'npx parley-a2a'],
  ['run-script', 'npx parley-a2a'],
])('started by npm %s it is typed as %s', (npm, command) => {
  vi.stubEnv('npm_command', npm)
  expect(startedCommand()).toBe(command)
})

test('a folder is quoted where a shell would read it otherwise', () => {
  const line = (dataDir?: string) => commandLine('parley-a2a', 'open', dataDir)
  expect(line()).toBe('parley-a2a open')
  expect(line('./data')).toBe('parley-a2a open --data-dir ./data')
  expect(line('C:\\data')).toBe('parley-a2a open --data-dir C:\\data')
  expect(line("Ada's data")).toBe("parley-a2a open --data-dir 'Ada'\\''s data'")
})
