// The addresses that a served Parley prints for the next browser: each admits one, and the log has none.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logPath } from '#engine/diagnostics/logger.ts'
import { startProcess } from '#testing/cli/run-command.ts'
import { testBrowser, tokenOf } from '#testing/serve/browser.ts'
import { ensureBuilt } from './built.ts'

// Each runs processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

let folder: string

beforeAll(() => ensureBuilt(join(import.meta.dirname, '..'), () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-serve-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the terminal has an address for each next browser, also once all were signed out, and the log has no token', async () => {
  const start = (...args: readonly string[]) =>
    startProcess(['serve', '--no-open', '--no-keyring', '--data-dir', 'data', ...args], folder)
  const { child, done, line } = start('--port', '0')
  const first = await line(/^http/)
  const letIn = (address: string) => testBrowser(Number(new URL(address).port)).ask(tokenOf(address))
  const printed = async (what: RegExp) =>
    / For another browser: (\S+)$/.exec(await line(what, 'stderr'))?.[1] ?? ''
  expect((await letIn(first)).status).toBe(200)
  const second = await printed(/^Opened in a browser\./)
  expect((await letIn(second)).status).toBe(200)
  expect((await start('--forget-browsers').done).code).toBe(0)
  const third = await printed(/^Every browser was signed out\./)
  expect((await letIn(third)).status).toBe(200)
  child.kill('SIGTERM')
  const { stderr } = await done
  const log = readFileSync(logPath(join(folder, 'data')), 'utf8')
  expect(log.match(/For another browser/g)).toHaveLength(4)
  for (const [, token = ''] of `${first}\n${stderr}`.matchAll(/token=(\S+)/g)) {
    expect(token.length).toBeGreaterThan(20)
    expect(log).not.toContain(token)
  }
})
