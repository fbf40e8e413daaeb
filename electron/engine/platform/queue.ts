import { sliceMs } from './async.ts'
import { guarded } from './guarded.ts'

const firstPieceBytes = 4 * 1024
const fewestPieceBytes = 512
// Bytes of a stream that are read in one step; the next step goes on. Cuts nothing.
const maxStepBytes = 64 * 1024
/** How long a piece should take, as the one before did. */
const pieceMs = 4

/** Does one thing after the other: each begins once the one before is over, whether that worked or not. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

// Work that arrives from outside in bursts, such as the bytes of a stream: done at once while this turn of the event loop has time left, the
// rest a step at a time in the next turns, each stream in its turn. For work that can be awaited there is `createSlices`.

/** Does a little and returns whether there is more to do. Never throws. */
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
    /** Returns whether all of it was done, with time left in this turn. Else the step runs once more at least, in a later one. */
    run(step: Step): boolean {
      begin()
      while (!isSpent()) if (!step()) return true
      waiting.push(step)
      return false
    },
    /** Does all that waits, before what it is about ends. */
    drain(): void {
      for (let step = waiting.shift(); step; step = waiting.shift()) while (step());
    },
  }
}

/** How many bytes to read in one step: what is nothing but line ends or comments takes long. */
export function createPieceSize() {
  let bytes = firstPieceBytes
  return {
    bytes: (): number => bytes,
    /** Reads a piece; the next one is as large as should take a few milliseconds. */
    measure(pieceBytes: number, read: () => void): void {
      const begun = performance.now()
      read()
      const fits = (pieceBytes * pieceMs) / Math.max(performance.now() - begun, 0.1)
      bytes = Math.round(Math.min(Math.max(fits, fewestPieceBytes), 2 * bytes, maxStepBytes))
    },
  }
}
