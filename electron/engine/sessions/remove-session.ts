// A session leaves: at once, or hidden first, so that it can be brought back.

import { Fault } from '#shared/contract/fault.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Archive } from './archive.ts'
import type { RecordingService } from './recording.ts'

interface SessionRemovalDeps {
  readonly archive: Archive
  readonly recording: RecordingService
}

export type HiddenSessions = ReturnType<typeof createSessionRemoval>['hidden']

export function createSessionRemoval({ archive, recording }: SessionRemovalDeps) {
  const hiddenIn = new Map<string, SessionRecord>()
  /** The record that has it. */
  const removable = (sessionId: string): SessionRecord => {
    if (recording.isCurrent(sessionId)) {
      throw new Fault(
        'conflict',
        'This recording is still running. Stop recording, or begin a new one, first.',
      )
    }
    if (recording.isBeside(sessionId)) {
      throw new Fault('conflict', 'Checks are running in this recording. Stop them first.')
    }
    return archive.find(sessionId).record
  }
  return {
    async remove(sessionId: string): Promise<{ readonly removed: boolean }> {
      return { removed: await removable(sessionId).deleteSession(sessionId) }
    },
    cancelRemoval: (sessionId: string): { readonly canceled: boolean } => ({
      canceled: archive.records().some((record) => record.cancelDeletion(sessionId)),
    }),
    /** Nobody can open them, and all of them is there. */
    hidden: {
      refuse: (sessionId: string): void => void removable(sessionId),
      hide(sessionId: string): void {
        const record = removable(sessionId)
        record.hideSession(sessionId)
        hiddenIn.set(sessionId, record)
      },
      show(sessionId: string): void {
        hiddenIn.get(sessionId)?.showSession(sessionId)
        hiddenIn.delete(sessionId)
      },
      /** Begins it: how far it is, the list of sessions says. What the disk refuses is tried again. */
      remove(sessionId: string): void {
        hiddenIn
          .get(sessionId)
          ?.deleteSession(sessionId)
          .catch(() => undefined)
        hiddenIn.delete(sessionId)
      },
    },
  }
}
