// The bundles in out/, rebuilt when a source is newer, so that `npm start` needs no build step.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isInUse } from '#engine/store/problem.ts'

const sources = ['electron', 'renderer', 'shared', 'package.json', 'electron.vite.config.ts']
const results = [
  'out/main/main.js',
  'out/main/parley.js',
  'out/main/serve.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/share/page.js',
]

const lookAgainMs = 200

/** One process builds; others wait for it. */
export async function ensureBuilt(root: string, log: (line: string) => void): Promise<void> {
  while (!isFresh(root)) {
    const turn = takeTurn(root)
    if (!turn) {
      await sleep(lookAgainMs)
      continue
    }
    try {
      if (isFresh(root)) return
      log('Building the window. This happens once for each change of the sources.')
      return await build(root)
    } finally {
      turn.close()
    }
  }
}

/** A lock of the system, which is never stale; undefined while another process has it. */
function takeTurn(root: string): DatabaseSync | undefined {
  const folder = join(root, 'node_modules', '.cache')
  mkdirSync(folder, { recursive: true })
  const turn = new DatabaseSync(join(folder, 'parley-build.lock'))
  try {
    turn.exec('BEGIN EXCLUSIVE')
    return turn
  } catch (error) {
    turn.close()
    if (isInUse(error)) return undefined
    throw error
  }
}

function isFresh(root: string): boolean {
  const built = results.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const newest = Math.max(...sources.map((path) => newestMs(join(root, path))))
  return built.every((time) => time >= newest)
}

function build(root: string): Promise<void> {
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [program, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const bytes: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => bytes.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => bytes.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      reject(new Error(`The build failed.\n${Buffer.concat(bytes).toString('utf8')}`))
    })
  })
}

/** Tests are in no bundle. */
function newestMs(path: string): number {
  if (!existsSync(path) || /\.test\.tsx?$/.test(path)) return 0
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(...readdirSync(path).map((name) => newestMs(join(path, name))), 0)
}
