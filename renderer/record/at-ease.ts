// Who asks again and again asks no faster than the engine answers at ease, so that what comes fast does not keep it busy.

const restMs = 100
/** The engine is left alone for this many times as long as it took to answer. */
const restShare = 3
/** Of what it took most may have been the wait for a change: after that nobody waits long for the next one. */
const longestTookMs = 100

/** Resolves when the next question may be asked, or nobody wants to ask it. */
export function restSince(askedAt: number, signal: AbortSignal): Promise<void> {
  const tookMs = Math.min(performance.now() - askedAt, longestTookMs)
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, Math.max(restMs, tookMs * restShare))
    signal.addEventListener('abort', done)
  })
}
