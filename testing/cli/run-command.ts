// `parley` as a process, piped, as a script runs it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
export const command = join(root, 'bin', 'parley.js')

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly done: Promise<Ran>
  /** The first line that this finds, of standard output where nothing else is said. */
  said(what: RegExp, where?: 'stdout' | 'stderr'): Promise<string>
}

/** The command's own environment: nothing of the user's is read or written. */
export function ownHome(folder: string): NodeJS.ProcessEnv {
  const home = join(folder, 'home')
  // npm that runs the tests did not start the command.
  const { npm_command: _, ...env } = process.env
  return { ...env, XDG_DATA_HOME: home, APPDATA: home, HOME: folder }
}

/** Its standard input stays open and says nothing, as that of a script may. */
export function startCommand(
  args: readonly string[],
  folder: string,
  stdout: 'pipe' | number = 'pipe',
): RunningCommand {
  return startProgram([process.execPath, command, ...args], folder, stdout)
}

export function startProgram(
  [program = '', ...args]: readonly string[],
  folder: string,
  stdout: 'pipe' | number = 'pipe',
): RunningCommand {
  const child = spawn(program, args, {
    cwd: folder,
    env: ownHome(folder),
    stdio: ['pipe', stdout, 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece
    })
  }
  const done = once(child, 'close').then(([code]): Ran => ({ code, ...text }))
  return {
    child,
    done,
    said: (what, where = 'stdout') =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = text[where].split('\n').find((line) => what.test(line))
          if (found !== undefined) resolve(found)
        }
        child[where]?.on('data', look)
        look()
        void done.then(({ stdout, stderr }) => reject(new Error(`It ended without: ${stdout}${stderr}`)))
      }),
  }
}
