// The process that a verb runs for: this one, or one that asked the Parley whose window is open to run it. A verb takes nothing from
// `process`: all of it is here.

import { resolve } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { type Log, messageOf } from '#engine/platform/errors.ts'
import { guarded } from '#engine/platform/guarded.ts'
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
  /** As its user started it. */
  readonly command: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts with a `StopSignal` when it is asked to stop. */
  readonly signal: AbortSignal
  /** A path that it named, as this process reads it. */
  path(named: string): string
  /** Nobody reads its output any longer, or it can't be written. */
  onUnread(listener: () => void): void
  /** Why it gets no more output, as an exit code. */
  broken(): number | undefined
  /** Ends at once. */
  quit(code: number): void
  /** What is to be done for an engine that is open should the process end, or throw what nothing catches. */
  watch(engine: WatchedEngine): void
}

interface WatchedEngine {
  readonly log: Log
  isSound(): boolean
  /** Writes down what was recorded. */
  flush(): void
}

/** One for the whole process. */
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

/** For what is piped. */
export function writableTo(writer: Writer): Writable {
  if (writer instanceof Writable) return writer
  return new Writable({ write: (piece, _encoding, onWritten) => void writer.write(piece, () => onWritten()) })
}

/** A second signal ends the process at once. */
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

/** A reader that has enough ends the process quietly; a disk that takes no more is said. */
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
  // Nobody is left to tell.
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
