// The memory of a `parley tap` through which 500 events per second pass for an hour, printed each minute. Needs a
// build. Usage: node bench/tap-hour.ts [MINUTES] [FOLDER with the build]; recordings are written in parts, as in a tap
// that runs for days.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './start-server.ts'

const minutes = Number(process.argv[2] ?? 60)
const root = process.argv[3] ?? join(import.meta.dirname, '..')
const [pauseMs, perBurst] = [20, 10]
/** Each stream is about another task, and lasts half a minute. */
const eventsOfStream = 15_000

const folder = mkdtempSync(join(tmpdir(), 'parley-hour-'))
const server = await startServer(eventsOfStream, pauseMs, perBurst)
const tap = spawn(
  process.execPath,
  [
    ...[join(root, 'out/main/parley.js'), 'tap', server.url, '-o', 'json'],
    ...['--data-dir', join(folder, 'data'), '--out', join(folder, 'calls.parley'), '--keep', '1'],
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const address = await addressOf(tap)
tap.stdout?.resume()
let passed = 0
let stopped = false
const calling = callOn()
print('minute', 'RSS of the tap', 'events passed')
const started = performance.now()
for (let minute = 0; minute <= minutes; minute++) {
  await new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, started + minute * 60_000 - performance.now())),
  )
  print(String(minute), `${rssMb(tap)} MB`, String(passed))
}
stopped = true
await calling
tap.kill('SIGTERM')
await once(tap, 'exit')
server.close()
rmSync(folder, { recursive: true, force: true })

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  for await (const text of stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    output += String(text)
    if (output.includes('\n')) break
  }
  return JSON.parse(output.split('\n')[0] ?? '').tap.address
}

async function callOn(): Promise<void> {
  for (let call = 1; !stopped; call++) {
    const message = {
      kind: 'message',
      messageId: `m-${call}`,
      role: 'user',
      parts: [{ kind: 'text', text: 'go' }],
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: call, method: 'message/stream', params: { message } })
    const sent = request(address, { method: 'POST', headers: { 'Content-Type': 'application/json' } }).end(
      body,
    )
    const [response] = await once(sent, 'response')
    for await (const bytes of response.setEncoding('latin1')) {
      passed += String(bytes).split('\n\n').length - 1
      if (stopped) break
    }
  }
}

function rssMb({ pid }: ChildProcess): number {
  return Math.round(
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  )
}

function print(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padStart(16)).join('')}\n`)
}
