// `npm run dev`: builds again on every change and serves what was built. Reload the page to see it; the engine starts anew
// by itself, its record being on disk.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const out = join(root, 'out')
const restMs = 400

const builder = spawn(
  process.execPath,
  [join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build', '--watch'],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
)

let served: ChildProcess | undefined
let rest: NodeJS.Timeout | undefined

mkdirSync(out, { recursive: true })
watch(out, { recursive: true }, (_event, file) => {
  if (file?.startsWith('types')) return
  clearTimeout(rest)
  rest = setTimeout(serveAgain, restMs)
})

function serveAgain(): void {
  served?.kill('SIGTERM')
  // A fixed port keeps the address; the token is new with every start, the terminal shows it.
  const args = [
    join(out, 'main', 'serve.js'),
    '--port',
    '41240',
    '--no-open',
    '--data-dir',
    join(out, 'dev-data'),
  ]
  served = spawn(process.execPath, args, { stdio: 'inherit' })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    builder.kill(signal)
    served?.kill(signal)
    process.exit(0)
  })
}
