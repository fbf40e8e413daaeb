// The process that a verb runs for: this one, or one that asked the Parley whose window is open to run it.

import { resolve } from 'node:path'
import { guarded } from '#engine/guarded.ts'
import { startedCommand } from './command-name.ts'
import { verbExitCodes } from './exit-codes.ts'

export interface Writer {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string | Uint8Array, onWritten?: () => void): unknown
}

export type StopSignal = 'SIGINT' | 'SIGTERM'

export interface Caller {
  readonly stdout: Writer
  readonly stderr: Writer
  /** As its user started it. */
  readonly command: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A path that it named, as this process reads it. */
  path(named: string): string
  /** Nobody reads its output any longer, or it can't be written. */
  onUnread(listener: () => void): void
  /** Why it gets no more output, as an exit code. */
  broken(): number | undefined
  /** It is asked to stop. Returns what takes the listener away. */
  onStop(listener: (signal: StopSignal) => void): () => void
  /** It was asked twice. */
  quit(code: number): void
}

export function ownCaller(): Caller {
  const { stdout, stderr, env } = process
  return {
    stdout,
    stderr,
    command: startedCommand(),
    env,
    path: (named) => resolve(named),
    onUnread: watchOutput,
    broken: () => broken?.code,
    onStop(listener) {
      const quit = () => process.exit(verbExitCodes.failed)
      const heard = (['SIGINT', 'SIGTERM'] as const).map((name) => {
        const stop = guarded('signal', () => listener(name), quit)
        process.on(name, stop)
        return { name, stop }
      })
      return () => {
        for (const { name, stop } of heard) process.off(name, stop)
      }
    },
    quit: (code) => process.exit(code),
  }
}

let broken: { readonly code: number } | undefined

/** A reader that has enough ends the process quietly; a disk that takes no more is said. */
function watchOutput(onEnd: () => void): void {
  if (broken) onEnd()
  const quit = () => process.exit(verbExitCodes.failed)
  // Nobody is left to tell.
  process.stderr.on(
    'error',
    guarded('broken output', () => undefined, quit),
  )
  process.stdout.on(
    'error',
    guarded(
      'broken output',
      (error: NodeJS.ErrnoException) => {
        const isUnread = error.code === 'EPIPE'
        if (!broken && !isUnread) process.stderr.write(`Couldn't write the output: ${error.message}.\n`)
        broken ??= { code: isUnread ? verbExitCodes.done : verbExitCodes.failed }
        onEnd()
      },
      quit,
    ),
  )
}
