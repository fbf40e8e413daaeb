// A long task as steps to listen to: its progress a few times a second, then its result. Who stops listening stops it.

interface Progress {
  readonly kind: 'progress'
  readonly done: number
  readonly total: number
}

const everyMs = 100

export async function* transferSteps<Step>(
  run: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<Step>,
  outer: AbortSignal | undefined,
): AsyncGenerator<Step | Progress> {
  const stop = new AbortController()
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal])
  let progress: Progress | undefined
  const running = run(signal, (done, total) => {
    progress = { kind: 'progress', done, total }
  })
  let settled = false
  const ended = running.then(
    () => undefined,
    () => undefined,
  )
  void ended.then(() => {
    settled = true
  })
  try {
    while (!settled) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, everyMs))])
      if (settled || progress === undefined) continue
      yield progress
      progress = undefined
    }
    yield await running
  } finally {
    stop.abort()
    await ended
  }
}
