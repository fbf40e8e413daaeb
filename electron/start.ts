// `npm start`: the desktop window if it can open, else serve, with the reason. `npm run parley` is the same with a verb.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './built.ts'
import { exitCodes, readCommandLine } from './command-line.ts'
import { chooseFront, findElectron } from './front.ts'
import type { StartOptions } from './options.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const parentWatchMs = 500
const log = (line: string) => process.stderr.write(`${line}\n`)

if (process.env['npm_lifecycle_event'] !== undefined) endWithParent()

const options = (await isVerb(args)) ? 'verb' : readCommandLine(args)
if (options === 'verb') await runBuiltCommand()
else if (options) await start(options)

/** The verbs are loaded only if there may be one: without them a start loads a quarter of the sources. */
async function isVerb([word = '-']: readonly string[]): Promise<boolean> {
  return !word.startsWith('-') && (await import('./cli/cli.ts')).isVerb(args)
}

async function runBuiltCommand(): Promise<void> {
  await ensureBuilt(root, log)
  await import(pathToFileURL(join(root, 'out', 'main', 'parley.js')).href)
}

async function start(options: StartOptions): Promise<void> {
  await ensureBuilt(root, log)
  if (options.front === 'serve') return serve()
  const front = chooseFront({
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    findElectron: () => findElectron(root, log),
  })
  if (front.kind === 'desktop') return desktop(front.electron)
  log(front.why)
  if (options.front === 'auto') return serve()
  process.exitCode = exitCodes.couldNotStart
}

async function serve(): Promise<void> {
  await import(pathToFileURL(join(root, 'out', 'main', 'serve.js')).href)
}

function desktop(electron: string): void {
  const child = spawn(electron, [root, ...args], { stdio: 'inherit' })
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
}

/** An npm process that is killed forwards no signal to its child. */
function endWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, parentWatchMs)
  watch.unref()
}
