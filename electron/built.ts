// The bundles in out/, made again when a source is newer than they are: `npm start` needs no build step of its own.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['electron', 'renderer', 'shared', 'package.json', 'electron.vite.config.ts']
const results = [
  'out/main/main.js',
  'out/main/parley.js',
  'out/main/serve.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/share/page.js',
]

export async function ensureBuilt(root: string, log: (line: string) => void): Promise<void> {
  if (isFresh(root)) return
  log('Building the window. This happens once for each change of the sources.')
  await build(root)
}

function isFresh(root: string): boolean {
  const built = results.map((path) => modifiedMs(join(root, path)))
  const newest = Math.max(...sources.map((path) => newestMs(join(root, path))))
  return built.every((time) => time >= newest)
}

function build(root: string): Promise<void> {
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [program, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      reject(new Error(`The build failed.\n${Buffer.concat(said).toString('utf8')}`))
    })
  })
}

function modifiedMs(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(...readdirSync(path).map((name) => newestMs(join(path, name))), 0)
}
