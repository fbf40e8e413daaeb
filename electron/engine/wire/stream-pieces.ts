// The bytes of one response, handed on a piece at a time: as large as takes a few milliseconds, so that a chunk of nothing but line ends or
// comments holds no other stream, window or call up.

import type { WorkQueue } from '../work-queue.ts'

interface PieceHandlers {
  handle(piece: Buffer): void
  /** Until `onIdle`, nothing more should come. */
  onBusy(): void
  onIdle(): void
}

const firstPieceBytes = 4 * 1024
const fewestPieceBytes = 512
const mostPieceBytes = 64 * 1024
/** How long a piece should take, as the one before did. */
const pieceMs = 4

export function createStreamPieces(queue: WorkQueue, { handle, onBusy, onIdle }: PieceHandlers) {
  let chunks: Buffer[] = []
  let pieceBytes = firstPieceBytes
  let isWaiting = false
  let isHandling = false
  let finish: (() => void) | undefined

  const handleNext = () => {
    const [chunk] = chunks
    if (chunk === undefined) return
    const piece = chunk.subarray(0, pieceBytes)
    if (piece.length === chunk.length) chunks.shift()
    else chunks[0] = chunk.subarray(pieceBytes)
    const begun = performance.now()
    isHandling = true
    handle(piece)
    isHandling = false
    const fits = (piece.length * pieceMs) / Math.max(performance.now() - begun, 0.1)
    pieceBytes = Math.round(Math.min(Math.max(fits, fewestPieceBytes), 2 * pieceBytes, mostPieceBytes))
  }
  const step = (): boolean => {
    handleNext()
    if (chunks.length > 0) return true
    if (isWaiting) {
      isWaiting = false
      onIdle()
    }
    const done = finish
    finish = undefined
    done?.()
    return false
  }

  return {
    push(chunk: Buffer): void {
      if (chunk.length === 0) return
      chunks.push(chunk)
      if (isWaiting || isHandling) return
      if (queue.run(step)) return
      isWaiting = true
      onBusy()
    },
    /** Calls back once all is handed on. */
    whenDone(done: () => void): void {
      if (chunks.length === 0 && !isHandling) done()
      else finish = done
    },
    /** Hands on at once what is left; called by `handle` itself, nothing more. */
    end(): void {
      if (isHandling) chunks = []
      while (chunks.length > 0) handleNext()
    },
  }
}
