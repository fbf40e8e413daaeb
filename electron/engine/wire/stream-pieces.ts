// Passes the bytes of one response on in pieces of a few milliseconds' work, so that a chunk of nothing but line ends
// or comments blocks no other stream, window or call.

import { createPieceSize, type WorkQueue } from '../platform/queue.ts'

export interface Flow {
  pause(): void
  resume(): void
}

interface PieceHandlers {
  sender(): Flow | undefined
  /** `flow` is for a busy decoder: the sender resumes once neither pauses it. */
  handle(piece: Buffer, flow: Flow): void
  /** The sender is no longer paused for what it has sent. */
  onIdle(): void
}

export function createStreamPieces(queue: WorkQueue, { sender, handle, onIdle }: PieceHandlers) {
  let chunks: Buffer[] = []
  const size = createPieceSize()
  const busy = new Set<'queue' | 'decoder'>()
  const flowOf = (name: 'queue' | 'decoder'): Flow => ({
    pause() {
      busy.add(name)
      sender()?.pause()
    },
    resume() {
      busy.delete(name)
      if (busy.size === 0) sender()?.resume()
    },
  })
  const [flow, decoderFlow] = [flowOf('queue'), flowOf('decoder')]
  let isWaiting = false
  let isHandling = false
  let finish: (() => void) | undefined

  const handleNext = () => {
    const [chunk] = chunks
    if (chunk === undefined) return
    const piece = chunk.subarray(0, size.bytes())
    if (piece.length === chunk.length) chunks.shift()
    else chunks[0] = chunk.subarray(piece.length)
    isHandling = true
    size.measure(piece.length, () => handle(piece, decoderFlow))
    isHandling = false
  }
  const step = (): boolean => {
    handleNext()
    if (chunks.length > 0) return true
    if (isWaiting) {
      isWaiting = false
      onIdle()
      flow.resume()
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
      flow.pause()
    },
    /** Calls back once all is handled. */
    whenDone(done: () => void): void {
      if (chunks.length === 0 && !isHandling) done()
      else finish = done
    },
    /** Handles the rest at once; within `handle`, drops it. */
    end(): void {
      if (isHandling) chunks = []
      while (chunks.length > 0) handleNext()
    },
  }
}
