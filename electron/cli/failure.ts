import type { Engine } from '#engine/engine.ts'
import { Fault } from '#shared/contract/fault.ts'
import { inUseMessage } from '../options.ts'
import type { verbExitCodes } from './exit-codes.ts'

/** Why a verb failed: the name of its exit code, a sentence, and a hint. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: keyof typeof verbExitCodes
  readonly hint: string | undefined

  constructor(code: keyof typeof verbExitCodes, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** Another Parley, perhaps one with a window, owns the data folder. */
export class FolderInUse extends Fault {
  readonly path: string

  constructor(path: string) {
    super('conflict', inUseMessage(path))
    this.path = path
  }
}

/** Why entries are lost when the process ends; undefined where they are stored. */
export function whyUnkept({ record }: Pick<Engine, 'record'>): string | undefined {
  record.flush()
  return record.status().problem?.cause
}
