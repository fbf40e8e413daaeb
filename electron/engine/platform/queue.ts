import { sliceMs } from './async.ts'
import { guarded } from './guarded.ts'

const firstPieceBytes = 4 * 1024
const fewestPieceBytes = 512
// Bytes of a stream that are read in one step; the next step continues. Cuts nothing.
const maxStepBytes = 64 * 1024
/** The target time of a piece. */
const pieceMs = 4

/** Runs tasks in sequence: each begins after the one before has settled. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

// Work that arrives in bursts, such as the bytes of a stream: done at once while this turn of the event loop has time
// left, the rest step by step in later turns, alternating between streams. For work that can be awaited there is
// `createSlices`.

/** Does a little and returns whether there is more. Never throws. */
type Step = () => boolean

export type WorkQueue = ReturnType<typeof createWorkQueue>

export function createWorkQueue() {
  const waiting: Step[] = []
  let begunMs: number | undefined

  const isSpent = () => begunMs !== undefined && performance.now() - begunMs >= sliceMs
  const begin = () => {
    if (begunMs !== undefined) return
    begunMs = performance.now()
    setImmediate(nextTurn)
  }
  const goOn = () => {
    begunMs = undefined
    if (waiting.length > 0) begin()
  }
  const work = () => {
    goOn()
    while (waiting.length > 0 && !isSpent()) {
      const step = waiting.shift()
      if (step?.()) waiting.push(step)
    }
  }
  const nextTurn = guarded('work queue', work, goOn)

  return {
    /** Returns true if all was done in time. Otherwise the step runs again in a later turn. */
    run(step: Step): boolean {
      begin()
      while (!isSpent()) if (!step()) return true
      waiting.push(step)
      return false
    },
    /** Finishes all waiting work, before its subject ends. */
    drain(): void {
      for (let step = waiting.shift(); step; step = waiting.shift()) while (step());
    },
  }
}

/** Adapts the number of bytes per step, as line ends and comments take longer than other bytes. */
export function createPieceSize() {
  let bytes = firstPieceBytes
  return {
    bytes: (): number => bytes,
    /** Reads a piece, and sizes the next one to take a few milliseconds. */
    measure(pieceBytes: number, read: () => void): void {
      const begun = performance.now()
      read()
      const fits = (pieceBytes * pieceMs) / Math.max(performance.now() - begun, 0.1)
      bytes = Math.round(Math.min(Math.max(fits, fewestPieceBytes), 2 * bytes, maxStepBytes))
    },
  }
}
