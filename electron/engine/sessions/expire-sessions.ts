// Deletes sessions that were not opened for longer than the user's retention time: at the start of Parley, and once a
// day. Pinned and imported sessions stay, and those open in a window.

import { defined } from '#shared/defined.ts'
import { counted } from '#shared/format-count.ts'
import type { Clock } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import type { PreferenceStore } from '../preferences.ts'
import type { Library } from './library.ts'

interface ExpiryDeps {
  readonly sessions: Pick<Library, 'list' | 'remove'>
  readonly preferences: Pick<PreferenceStore, 'read'>
  log(line: string): void
  readonly clock: Clock
}

const dayMs = 24 * 60 * 60 * 1_000
const pageRows = 200

/** Checks for the first time at once. */
export function expireSessions({ sessions, preferences, log, clock }: ExpiryDeps): {
  close(): Promise<void>
} {
  let isClosed = false
  let looking = Promise.resolve()

  const deleteOld = async () => {
    const { keepDays = 0, place } = preferences.read()
    if (keepDays === 0) return
    const open = new Set(place?.sessions.map(({ sessionId }) => sessionId))
    let deleted = 0
    for (const id of await olderThan(clock.wallMs() - keepDays * dayMs)) {
      if (isClosed) break
      if (!open.has(id) && (await sessions.remove(id)).removed) deleted += 1
    }
    if (deleted > 0) log(`Deleted ${counted(deleted, 'session')} older than ${keepDays} days, as set.`)
  }
  const olderThan = async (time: number): Promise<readonly string[]> => {
    const old: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await sessions.list({ limit: pageRows, ...defined({ after }) })
      for (const { id, pinned, origin, state, createdAt, lastAt = createdAt } of page.sessions)
        if (!pinned && origin === 'recorded' && state === 'kept' && lastAt < time) old.push(id)
      after = page.next
      if (after === undefined || isClosed) return old
    }
  }
  const look = guarded('old sessions', () => {
    timer.refresh()
    looking = looking.then(deleteOld).catch((error: unknown) => {
      log(`Old recordings couldn't be deleted: ${String(error)}`)
    })
  })
  const timer = clock.after(dayMs, look).unref()
  look()
  return {
    async close() {
      isClosed = true
      timer.end()
      await looking
    },
  }
}
