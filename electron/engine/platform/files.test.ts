import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileUpTo } from './files.ts'

let folder: string
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-read-'))
  writeFileSync(at('file'), 'x'.repeat(2_000_000))
  symlinkSync(at('file'), at('link'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['file', 'link'])('a %s is read whole, up to its bound', (name) => {
  expect(readFileUpTo(at(name), 2_000_000).toString()).toBe('x'.repeat(2_000_000))
  expect(() => readFileUpTo(at(name), 1_000_000)).toThrow(`${at(name)} is longer than 1 MB.`)
})

test('what is not there, or is a folder, is refused in a sentence', () => {
  expect(() => readFileUpTo(at('none'), 1)).toThrow(`${at('none')} isn’t there.`)
  expect(() => readFileUpTo(folder, 1)).toThrow(`${folder} isn’t a file.`)
})

test.runIf(process.platform === 'linux')('a file that says no size is read to its end', () => {
  expect(readFileUpTo('/proc/self/status', 1_000_000).toString()).toContain('Pid:')
})

test.runIf(process.platform !== 'win32')(
  'a device without end and a pipe that nobody writes to are refused',
  () => {
    execFileSync('mkfifo', [at('pipe')])
    for (const path of [at('pipe'), '/dev/zero']) {
      expect(() => readFileUpTo(path, 1_000_000)).toThrow(`${path} isn’t a file.`)
    }
  },
)
