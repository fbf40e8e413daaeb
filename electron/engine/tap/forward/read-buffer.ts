// Reads a connection into one buffer for as long as nobody keeps what was read: a buffer of its own for each read is garbage that no young
// collection sees, and the whole heap is gone through to be rid of it.

import type { OnReadOpts } from 'node:net'
import { guarded } from '../../guarded.ts'

/** Until more than that comes at once; what is less is copied, so that who keeps it doesn't keep all of the buffer. */
const fewBytes = 8 * 1024
const readBytes = 128 * 1024

/** `read` returns whether nobody keeps any of the bytes. */
export function readInto(read: (bytes: Buffer) => boolean, breakOff: (error: unknown) => void): OnReadOpts {
  let buffer = Buffer.allocUnsafeSlow(fewBytes)
  const take = (count: number) => {
    const bytes = buffer.subarray(0, count)
    const isFree = count < fewBytes ? read(Buffer.from(bytes)) || true : read(bytes)
    const isFull = count === buffer.byteLength && count < readBytes
    if (!isFree || isFull) buffer = Buffer.allocUnsafeSlow(readBytes)
  }
  const taken = guarded('tap agent bytes', take, breakOff)
  return {
    buffer: () => buffer,
    callback(count) {
      taken(count)
      return true
    },
  }
}
