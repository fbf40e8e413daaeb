// Reads files and standard input of a verb.

import { addAbortSignal } from 'node:stream'
import { readFileUpTo, tooLong } from '#engine/platform/files.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { Caller } from './caller.ts'
import { WrongUsage } from './verb.ts'

export function readInputFile(path: string, maxBytes: number): Buffer {
  try {
    return readFileUpTo(path, maxBytes)
  } catch (error) {
    throw error instanceof Fault ? new WrongUsage(error.message) : error
  }
}

/** Endless input is read until a stop signal. */
export async function readStandardInput({ stdin, signal }: Caller, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let total = 0
  for await (const piece of addAbortSignal(signal, stdin)) {
    total += piece.length
    if (total > maxBytes) throw new WrongUsage(tooLong('Standard input', maxBytes))
    pieces.push(piece)
  }
  return Buffer.concat(pieces, total).toString('utf8')
}
