// The headless entry: parse, compose, start. Standard output gets one line, the address to open; all else goes to
// standard error.

import { join } from 'node:path'
import { openEngine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import packageJson from '../package.json' with { type: 'json' }
import { parseOptions } from './options.ts'
import { readPageFiles } from './page/files.ts'
import { hasDisplay, launch, openCommand } from './serve/browser.ts'
import { serveHost } from './serve/host.ts'
import { openServeFront } from './serve/server.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)

const parsed = parseOptions(process.argv.slice(2))
if (parsed.kind !== 'start') throw new Error('Start Parley with npm start: it reads --help and --version.')
const { options } = parsed

const engine = await openEngine({
  host: serveHost(packageJson.version, options.dataDir),
  dataDir: options.dataDir,
  log,
})
const front = await openServeFront({
  rpc: createRpc(createRouter(engine), log),
  files: await readPageFiles(join(import.meta.dirname, '..', 'renderer')),
  port: options.port,
  onTraded: (next) => log(`Opened in a browser. For another browser: ${next}`),
}).catch((error: unknown) => {
  log(portProblem(error, options.port))
  process.exit(1)
})

process.stdout.write(`${front.address()}\n`)
if (options.open && hasDisplay(process.platform, process.env)) {
  const command = openCommand(front.address(), process.platform, process.env)
  if (command) launch(command)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  await front.close()
  await engine.close()
  process.exit(0)
}

function portProblem(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another with --port, or leave it out for a free one.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Choose one above 1023 with --port.`
  return `Parley could not serve its window. ${error instanceof Error ? error.message : String(error)}`
}
