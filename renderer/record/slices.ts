/** The longest time for which keys and frames are blocked. */
const sliceMs = 8

/** For long work done in steps: awaited between two steps, it yields to the window when the slice is over. */
export function createSlices(): () => Promise<void> {
  let isOver = createSlice()
  return async () => {
    if (!isOver()) return
    await nextTask()
    isOver = createSlice()
  }
}

/** Begins a slice; the returned function tests whether it is over. */
export function createSlice(): () => boolean {
  const begun = performance.now()
  return () => performance.now() - begun >= sliceMs
}

/** Runs a generator in slices and returns its value; undefined after `signal` aborts. */
export async function takeSteps<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T | undefined> {
  const breathe = createSlices()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await breathe()
    if (signal?.aborted) return undefined
  }
}

/** A new task, sooner than by a timer, which takes at least four milliseconds. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
