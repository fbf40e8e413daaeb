// Errors inside the engine that it survived: logged and sent to windows. A listener that throws at each frame must not
// fill the log: beyond a bound errors are only counted.

import type { InternalErrorReport } from '#shared/contract/host.ts'
import { toError } from '#shared/errors.ts'
import { createNews } from '../platform/async.ts'
import { type InternalError, onInternalError } from '../platform/guarded.ts'
import type { Problems } from './problem-report.ts'

/** Errors written to the log in one minute; further ones are only counted, in the window's notice. */
const maxLoggedPerMinute = 20
/** Between two reports to a window, as a listener may throw at each frame. */
const restMs = 200

export function watchInternalErrors(problems: Problems) {
  const news = createNews()
  let latest: InternalErrorReport | undefined
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
  const add = ({ where, error }: InternalError) => {
    const what = `Internal error (${where}), Parley continues`
    const { message, stack } = toError(error)
    const count = (latest?.count ?? 0) + 1
    const report = isWorthLogging() ? problems.report({ what, message, ...(stack && { stack }) }) : latest
    latest = { where, count, report: report?.report ?? '', logFile: report?.logFile ?? '' }
    news.changed()
  }
  const close = onInternalError(add)

  return {
    /** The latest error and their number, as they occur. */
    async *follow(signal: AbortSignal): AsyncGenerator<InternalErrorReport> {
      for await (const report of news.follow(() => latest, signal, restMs)) if (report) yield report
    },
    close,
  }
}
