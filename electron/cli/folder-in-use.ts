import { Fault } from '#shared/contract/fault.ts'
import { inUseMessage } from '../in-use.ts'

/** What is kept is another Parley's just now, which may be one with a window. */
export class FolderInUse extends Fault {
  readonly path: string

  constructor(path: string) {
    super('conflict', inUseMessage(path))
    this.path = path
  }
}
