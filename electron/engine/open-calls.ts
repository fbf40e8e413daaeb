// What one window may have open at the engine at once. A window of ours has about a dozen waiting reads; what asks for much more is
// broken or hostile, and is refused before it costs memory.

import { Fault } from '#shared/contract/fault.ts'

export interface Room {
  /** Calls at once. One more is refused with a sentence. */
  readonly maxOpenCalls: number
  /** What the open calls carried as they came. A call beyond it is refused with a sentence. */
  readonly maxOpenBytes: number
  /** What was answered and not read. Beyond it the connection is closed, and the log says so. */
  readonly maxUnreadBytes: number
}

const megabyte = 1024 * 1024

export const windowRoom: Room = {
  maxOpenCalls: 500,
  maxOpenBytes: 512 * megabyte,
  maxUnreadBytes: 256 * megabyte,
}

interface OpenCall {
  readonly bytes: number
  readonly signal: AbortSignal | undefined
}

export function createOpenCalls({ maxOpenCalls, maxOpenBytes }: Room) {
  const calls = new Set<OpenCall>()
  let carried = 0
  const leave = (call: OpenCall) => {
    if (calls.delete(call)) carried -= call.bytes
  }
  const refusal = (bytes: number): string | undefined => {
    if (calls.size >= maxOpenCalls) return `More than ${maxOpenCalls} calls are open on this connection.`
    if (carried + bytes <= maxOpenBytes) return undefined
    return `The calls open on this connection carry more than ${Math.ceil(maxOpenBytes / megabyte)} MB.`
  }

  return {
    /** Throws a fault where there is no room; returns what ends the call. */
    enter(bytes: number, signal: AbortSignal | undefined): () => void {
      // A stream that is cancelled before its first step does not say that it has ended.
      if (refusal(bytes)) for (const call of [...calls]) if (call.signal?.aborted) leave(call)
      const refused = refusal(bytes)
      if (refused) throw new Fault('unavailable', `${refused} Try again when some have ended.`)
      const call: OpenCall = { bytes, signal }
      calls.add(call)
      carried += bytes
      return () => leave(call)
    },
  }
}
