/** A key or a frame waits no longer than this. */
const sliceMs = 8

/** For work that takes long, done step by step: awaited between two steps, it lets the window be when the slice is over. */
export function createSlices(): () => Promise<void> {
  let isOver = createSlice()
  return async () => {
    if (!isOver()) return
    await nextTask()
    isOver = createSlice()
  }
}

/** Shows when a slice that begins now is over. */
export function createSlice(): () => boolean {
  const begun = performance.now()
  return () => performance.now() - begun >= sliceMs
}

/** What steps come to, taken in slices; undefined once it is no longer wanted. */
export async function takeSteps<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T | undefined> {
  const breathe = createSlices()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await breathe()
    if (signal?.aborted) return undefined
  }
}

/** Sooner than a timer, which waits for at least four milliseconds. */
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
