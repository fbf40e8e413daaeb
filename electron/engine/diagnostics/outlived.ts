// What broke inside the engine and was outlived: each error goes to the log, and to whichever window listens. A listener that
// breaks with each frame must not fill the log: beyond a bound errors are only counted.

import { EventEmitter, once } from 'node:events'
import type { EngineProblem } from '#shared/contract/host.ts'
import { onUnexpected, type UnexpectedError } from '../guarded.ts'
import type { Problems } from './problem-report.ts'

export interface Outlived {
  /** The newest and how many there were, as they come, for as long as a window listens. */
  follow(signal: AbortSignal): AsyncIterable<EngineProblem>
  close(): void
}

const maxLoggedPerMinute = 20

export function watchOutlived(problems: Problems): Outlived {
  const events = new EventEmitter<{ added: [] }>().setMaxListeners(0)
  let newest: EngineProblem | undefined
  let minuteBegan = 0
  let logged = 0

  const isWorthLogging = () => {
    const now = performance.now()
    if (now - minuteBegan > 60_000) {
      minuteBegan = now
      logged = 0
    }
    logged += 1
    return logged <= maxLoggedPerMinute
  }
  const add = ({ where, error }: UnexpectedError) => {
    const what = `Parley broke in a listener and went on (${where})`
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const count = (newest?.count ?? 0) + 1
    const report = isWorthLogging() ? problems.report({ what, message, ...(stack && { stack }) }) : newest
    newest = { where, count, report: report?.report ?? '', logFile: report?.logFile ?? '' }
    events.emit('added')
  }
  const close = onUnexpected(add)

  return {
    async *follow(signal) {
      for (let seen = 0; !signal.aborted; ) {
        const added = once(events, 'added', { signal }).catch(() => undefined)
        if (newest !== undefined && newest.count > seen) {
          seen = newest.count
          yield newest
        }
        await added
      }
    },
    close,
  }
}
