import type { Judge } from '../wire/reading.ts'
import type { SessionRecord } from './record.ts'

/** A record whose entries follow what happened before them and others have still to record: `catchUp` does so. */
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

/** The same of a judge, which sees an entry before it is recorded and holds it to what others were told before. */
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
