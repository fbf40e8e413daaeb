import type { Judge } from '../wire/reading.ts'
import type { SessionRecord } from './record.ts'

/** A record whose appends first call `catchUp`, which records what happened before elsewhere. */
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

/** The same for a judge, whose findings depend on entries that others record before. */
export function judgeInOrder(judge: Judge, catchUp: () => void): Judge {
  return {
    ...judge,
    begin(facts) {
      catchUp()
      judge.begin(facts)
    },
    find(...observed) {
      catchUp()
      return judge.find(...observed)
    },
    findInPush(...observed) {
      catchUp()
      return judge.findInPush(...observed)
    },
  }
}
