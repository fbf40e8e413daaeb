import type { Engine } from '#engine/engine.ts'
import { Fault } from '#shared/contract/fault.ts'
import { inUseMessage } from '../options.ts'
import type { verbExitCodes } from './exit-codes.ts'

/** Why a verb did not do what it was called for: its exit code by name, a sentence, and what to try. */
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

/** What is kept is another Parley's just now, which may be one with a window. */
export class FolderInUse extends Fault {
  readonly path: string

  constructor(path: string) {
    super('conflict', inUseMessage(path))
    this.path = path
  }
}

/** Why what is recorded is lost when the process ends; undefined where it is kept. */
export function whyUnkept({ record }: Pick<Engine, 'record'>): string | undefined {
  record.flush()
  return record.status().problem?.cause
}
