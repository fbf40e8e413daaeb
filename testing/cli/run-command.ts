// Runs `parley` piped, as a script does: in this process, with the process's parts passed in, or as a separate process.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Caller } from '../../electron/cli/caller.ts'
import type { StopSignal } from '../../electron/cli/exit-codes.ts'

const root = join(import.meta.dirname, '..', '..')
export const command = join(root, 'bin', 'parley.js')
const bundles = join(root, 'out', 'main')

type Stream = 'stdout' | 'stderr'

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCommand {
  /** Stays open and empty. */
  readonly stdin: Writable
  readonly done: Promise<Ran>
  /** The output so far. */
  readonly text: Readonly<Record<Stream, string>>
  /** The first matching line, by default of standard output. */
  line(what: RegExp, where?: Stream): Promise<string>
  stop(signal: StopSignal): void
}

interface RunningHere extends RunningCommand {
  readonly stdout: Readable
}

export interface RunningProcess extends RunningCommand {
  readonly child: ChildProcess
}

/** An environment without the user's files. */
export function ownHome(folder: string): NodeJS.ProcessEnv {
  const home = join(folder, 'home')
  // The command was not started by the npm that runs the tests.
  const { npm_command: _, ...env } = process.env
  return { ...env, XDG_DATA_HOME: home, APPDATA: home, HOME: folder }
}

/** In this process. Tests of signals, streams, exit or locks need `startProcess`. */
export function startCommand(
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = {},
): RunningHere {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  // Many responses of `mcp` may wait for it at once.
  stdout.setMaxListeners(0)
  const stopped = new AbortController()
  const quit = Promise.withResolvers<number>()
  const caller: Caller = {
    ...{ stdin, stdout, stderr },
    command: 'parley-a2a',
    env: { ...ownHome(folder), ...env },
    signal: stopped.signal,
    path: (named) => resolve(folder, named),
    onUnread: () => undefined,
    broken: () => undefined,
    quit: quit.resolve,
    watch: () => undefined,
  }
  const ended = async () => {
    const code = await Promise.race([run(args, caller), quit.promise])
    await Promise.all([stdout, stderr].map((stream) => finished(stream.end())))
    return code
  }
  const stop = (signal: StopSignal) => stopped.abort(signal)
  return { stdin, stdout, ...follow({ stdout, stderr }, ended()), stop }
}

async function run(args: readonly string[], caller: Caller): Promise<number> {
  const { isVerb, runVerb } = await import('../../electron/cli/cli.ts')
  if (!isVerb(args)) throw new Error(`${args.join(' ')} is no verb: start a process.`)
  return runVerb(args, bundles, caller)
}

export function startProcess(
  args: readonly string[],
  folder: string,
  stdout: 'pipe' | number = 'pipe',
): RunningProcess {
  return startProgram([process.execPath, command, ...args], folder, stdout)
}

export function startProgram(
  [program = '', ...args]: readonly string[],
  folder: string,
  stdout: 'pipe' | number = 'pipe',
): RunningProcess {
  const child = spawn(program, args, {
    cwd: folder,
    env: ownHome(folder),
    stdio: ['pipe', stdout, 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code)
  const stop = (signal: StopSignal) => void child.kill(signal)
  return { child, stdin: child.stdin as Writable, ...follow(child, ended), stop }
}

function follow(streams: Readonly<Record<Stream, Readable | null>>, ended: Promise<number | null>) {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    const decoder = new TextDecoder()
    streams[name]?.on('data', (piece: Buffer) => {
      text[name] += decoder.decode(piece, { stream: true })
    })
  }
  const done = ended.then((code): Ran => ({ code, ...text }))
  const line: RunningCommand['line'] = (what, where = 'stdout') =>
    new Promise((resolve, reject) => {
      const look = () => {
        const first = text[where].split('\n').find((each) => what.test(each))
        if (first !== undefined) resolve(first)
      }
      streams[where]?.on('data', look)
      look()
      done.then(({ stdout, stderr }) => reject(new Error(`It ended without: ${stdout}${stderr}`)), reject)
    })
  return { text, done, line }
}
