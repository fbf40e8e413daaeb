// Programs beside the server of an SDK in its environment: its client, and an agent that calls others.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { makeEnvironment } from '../environments/environment.ts'
import type { Environment } from '../environments/needs.ts'
import { type RunningServer, startServer } from '../server-process.ts'
import type { Subject } from '../server-table.ts'

export type Program = 'server' | 'client' | 'orchestrator'

/** Sources that the clients of a language share. */
const clientSources: Readonly<Record<Subject['needs']['kind'], readonly string[]>> = {
  npm: ['client-js'],
  venv: ['client-python'],
  go: ['client-go'],
  maven: [],
  unpacked: [],
}

/** In the server's folder, so that nothing is installed twice; compiled files have a folder of their own per program. */
export async function programOf(
  { needs, sources }: Subject,
  program: Program,
  cache: string,
): Promise<Environment> {
  const isBuilt = needs.kind === 'go' || needs.kind === 'maven'
  const [beside, ...shared] = sources
  const own = isBuilt && program === 'client' ? `client-${beside}` : beside
  const placed = (name: string) => join(import.meta.dirname, '..', 'servers', name)
  const folder = join(cache, `${own}-${needs.packages[0]?.[1] ?? ''}`)
  const sourced = [...shared, ...(program === 'client' ? clientSources[needs.kind] : [])]
  const environment = await makeEnvironment(needs, folder, [placed(own), ...sourced.map(placed)])
  const args = environment.args.map((arg) => arg.replace(/server\.(py|mjs)$/, `${program}.$1`))
  return { ...environment, args }
}

export async function startProgram(
  subject: Subject,
  program: Program,
  cache: string,
  flags: readonly string[],
): Promise<RunningServer> {
  return startServer(await programOf(subject, program, cache), flags)
}

const runMs = 60_000

/** Returns its output; rejects with the end of its output. */
export async function runProgram(environment: Environment, args: readonly string[]): Promise<string> {
  const child = spawn(environment.command, [...environment.args, ...args], {
    cwd: environment.cwd,
    env: { ...process.env, ...environment.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: runMs,
  })
  let [output, problem] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem = (problem + text).slice(-2_000)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The client ended with ${String(code)}: ${problem}`)
  return output
}
