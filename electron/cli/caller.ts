// The process that a verb runs for: this one, or another one that sent its verb to the Parley whose window is open.
// Verbs use this in place of `process`.

import { resolve } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import type { Log } from '#engine/platform/errors.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { messageOf } from '#shared/errors.ts'
import { watchForCrash } from '../crash-watch.ts'
import { startedCommand } from './command-name.ts'
import { exitCodeOfEnd, type StopSignal, verbExitCodes } from './exit-codes.ts'

export interface Writer {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string | Uint8Array, onWritten?: () => void): unknown
}

export interface Caller {
  readonly stdin: Readable
  readonly stdout: Writer
  readonly stderr: Writer
  readonly command: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Resolves a path against the working directory of the caller. */
  path(named: string): string
  /** Its output was closed, or can't be written. */
  onUnread(listener: () => void): void
  /** The exit code for output that can't be written; undefined while it can. */
  broken(): number | undefined
  quit(code: number): void
  /** Flushes the engine when the process ends or an exception is uncaught. */
  watch(engine: WatchedEngine): void
}

interface WatchedEngine {
  readonly log: Log
  isSound(): boolean
  flush(): void
}

/** The caller of this process. */
export function ownCaller(): Caller {
  const { stdout, stderr, env } = process
  return {
    get stdin() {
      return process.stdin
    },
    stdout,
    stderr,
    command: startedCommand(),
    env,
    signal: stopSignal(),
    path: (named) => resolve(named),
    ...watchOutput(),
    quit: (code) => process.exit(code),
    watch({ log, isSound, flush }) {
      watchForCrash({
        log,
        isSound,
        end(error) {
          stderr.write(`Parley broke: ${messageOf(error)}\n`)
          process.exit(verbExitCodes.failed)
        },
      })
      // A second Ctrl+C ends the process at once: the last entries are written first.
      process.once('exit', guarded('last entries', flush))
    },
  }
}

/** As a stream, for `pipeline`. */
export function writableTo(writer: Writer): Writable {
  if (writer instanceof Writable) return writer
  return new Writable({ write: (piece, _encoding, onWritten) => void writer.write(piece, () => onWritten()) })
}

/** The first signal aborts, a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stopped = new AbortController()
  const stop = (name: StopSignal) => {
    if (stopped.signal.aborted) process.exit(exitCodeOfEnd[name])
    stopped.abort(name)
  }
  const quit = () => process.exit(verbExitCodes.failed)
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(
      name,
      guarded('signal', () => stop(name), quit),
    )
  }
  return stopped.signal
}

/** A closed pipe ends the process quietly; a full disk is reported. */
function watchOutput(): Pick<Caller, 'onUnread' | 'broken'> {
  const unread = new AbortController()
  let code: number | undefined
  const quit = () => process.exit(verbExitCodes.failed)
  const end = (error: NodeJS.ErrnoException) => {
    const isUnread = error.code === 'EPIPE'
    if (code === undefined && !isUnread)
      process.stderr.write(`Couldn't write the output: ${error.message}.\n`)
    code ??= isUnread ? verbExitCodes.done : verbExitCodes.failed
    unread.abort()
  }
  // Standard error can't report that it is broken.
  process.stderr.on(
    'error',
    guarded('broken output', () => undefined, quit),
  )
  process.stdout.on('error', guarded('broken output', end, quit))
  return {
    onUnread(listener) {
      if (unread.signal.aborted) return listener()
      unread.signal.addEventListener('abort', guarded('broken output', listener, quit))
    },
    broken: () => code,
  }
}
