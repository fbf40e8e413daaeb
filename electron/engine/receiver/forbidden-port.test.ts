import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../e2e/engine/start-receiver.ts', import.meta.url))
const port = 80

/** Windows reserves no ports, and a Linux machine may be configured so. */
const isForbidden = process.platform !== 'win32' && firstFree() > port

function firstFree(): number {
  const setting = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
  return existsSync(setting) ? Number(readFileSync(setting, 'utf8')) : 1_024
}

test.runIf(isForbidden)('a port that only root may use is refused with a sentence', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(port)])
  expect(JSON.parse(stdout)).toEqual({
    listening: false,
    problem: 'Port 80 may not be used by this user. Choose one above 1023, or leave the port to Parley.',
  })
})
