// `node packaging/release/smoke.ts PROGRAM`: the packaged app on real Electron. Start, connect to the demo agent, stream, tap, quit; then
// each verb of its command line. Its
// fuses let no debugger into its Node, so this drives the page alone, over Chromium's own port.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { ParleyWindow } from '../../e2e/pages/parley-window.ts'
import { runEveryVerb } from '../../testing/cli/every-verb.ts'

const startsWithinMs = 60_000
const quitsWithinMs = 20_000

const [program, ...args] = process.argv.slice(2)
if (program) await smoke(program)
else {
  process.stderr.write('Name the program: node packaging/release/smoke.ts PROGRAM [ARGUMENTS]\n')
  process.exitCode = 2
}

async function smoke(program: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-smoke-'))
  await mkdir(join(dataDir, 'verbs'))
  const port = await freePort()
  const child = spawn(program, [...args, `--remote-debugging-port=${port}`, '--data-dir', dataDir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(startsWithinMs + quitsWithinMs + 60_000) })
  try {
    const page = await firstPage(port)
    const window = new ParleyWindow(page)
    await window.startDemo()
    step('started, and connected to the demo agent')
    await window.say('Three days in Lisbon for two, by train where possible', 'Stream')
    await expect(window.events).toContainText('completed', { timeout: 30_000 })
    await window.show('console')
    await expect(window.exchange('SendStreamingMessage')).toContainText('200')
    step('streamed a task')
    await window.tapAgent()
    step('tapped the agent')
    await page.close()
    const [code, signal] = await ended
    if (code !== 0) throw new Error(`It ended with ${signal ?? code}.`)
    step('quit')
    // A verb takes no switch of Chromium’s: this reports the same to Electron.
    if (args.includes('--no-sandbox')) process.env['ELECTRON_DISABLE_SANDBOX'] = '1'
    const used = await runEveryVerb({ command: [program], folder: join(dataDir, 'verbs') })
    step(`ran ${used.length} verbs`)
  } finally {
    child.kill()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function firstPage(port: number) {
  const deadline = Date.now() + startsWithinMs
  for (;;) {
    try {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [page] = browser.contexts().flatMap((context) => context.pages())
      if (page) return page
      await browser.close()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

function step(what: string): void {
  process.stdout.write(`smoke: ${what}\n`)
}
