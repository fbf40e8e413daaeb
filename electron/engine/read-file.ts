// A file that a user names, read whole. A device or a pipe has no end or waits for one, so only a file is read, and only up to a bound.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { Fault } from '#shared/contract/fault.ts'
import { codeOf, messageOf } from './thrown.ts'

const pieceBytes = 1024 * 1024

/** Links are followed. What can't be read, or is longer than the bound, is refused in a sentence. */
export function readFileUpTo(path: string, maxBytes: number): Buffer {
  const file = opened(path)
  try {
    if (!fstatSync(file).isFile()) throw new Fault('bad-input', `${path} isn’t a file.`)
    return readUpTo(file, path, maxBytes)
  } finally {
    closeSync(file)
  }
}

export function tooLong(name: string, maxBytes: number): string {
  return `${name} is longer than ${maxBytes / 1_000_000} MB.`
}

/** Of what is open already; its size is known at the end alone. */
function readUpTo(file: number, name: string, maxBytes: number): Buffer {
  const pieces: Buffer[] = []
  for (let total = 0; ; ) {
    const piece = Buffer.allocUnsafe(pieceBytes)
    const length = readSync(file, piece)
    if (length === 0) return Buffer.concat(pieces, total)
    total += length
    if (total > maxBytes) throw new Fault('bad-input', tooLong(name, maxBytes))
    pieces.push(piece.subarray(0, length))
  }
}

/** A pipe is opened without waiting for who writes to it. */
function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT'
    throw new Fault(
      'bad-input',
      isMissing ? `${path} isn’t there.` : `${path} can’t be read: ${messageOf(error)}.`,
    )
  }
}
