import type { SessionRecord } from './record.ts'

/** A record whose entries come after what happened before them and others have still to record: `catchUp` does so. */
export function recordInOrder(record: SessionRecord, catchUp: () => void): SessionRecord {
  return {
    ...record,
    append(...entry) {
      catchUp()
      return record.append(...entry)
    },
    appendRun(...run) {
      catchUp()
      return record.appendRun(...run)
    },
  }
}
