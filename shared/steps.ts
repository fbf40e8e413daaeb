/** What work that is cut into steps comes to, where nothing else waits for its turn. */
export function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
