// What a verb is given to read.

import { readFileUpTo, readUpTo } from '#engine/read-file.ts'
import { Fault } from '#shared/contract/fault.ts'
import { WrongUsage } from './verb.ts'

export function readInputFile(path: string, maxBytes: number): Buffer {
  return unlessRefused(() => readFileUpTo(path, maxBytes))
}

export function readStandardInput(maxBytes: number): string {
  return unlessRefused(() => readUpTo(0, 'Standard input', maxBytes)).toString('utf8')
}

function unlessRefused(read: () => Buffer): Buffer {
  try {
    return read()
  } catch (error) {
    throw error instanceof Fault ? new WrongUsage(error.message) : error
  }
}
