// `npm run dev`: rebuilds on every change and serves the result. Reload the page to see it; the engine restarts by
// itself, and its record is on disk. The port and the admitted browsers stay.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#shared/errors.ts'
import { ensureBuilt } from './built.ts'

const root = join(import.meta.dirname, '..')
const restMs = 300
const port = '41240'
const log = (line: string) => process.stderr.write(`${line}\n`)

let served: ChildProcess | undefined
let rest: NodeJS.Timeout | undefined
let working = Promise.resolve()

for (const folder of ['electron', 'renderer', 'shared']) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(rest)
    rest = setTimeout(again, restMs)
  })
}
again()

function again(): void {
  working = working.then(buildAndServe)
}

async function buildAndServe(): Promise<void> {
  try {
    await ensureBuilt(root, log)
  } catch (error) {
    // The previous build runs until the sources build again.
    log(messageOf(error))
    return
  }
  await stop()
  const serve = join(root, 'out', 'main', 'serve.js')
  const args = [serve, '--port', port, '--no-open', '--data-dir', join(root, 'out', 'dev-data')]
  served = spawn(process.execPath, args, { stdio: 'inherit' })
}

async function stop(): Promise<void> {
  if (!served || served.exitCode !== null) return
  const gone = once(served, 'exit')
  served.kill('SIGTERM')
  await gone
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)))
}
