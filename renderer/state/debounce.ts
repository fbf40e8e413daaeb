export interface TypingRest {
  /** Runs the function once typing pauses, and no earlier one. */
  next(run: () => void): void
  drop(): void
}

const restMs = 160

export function createDebounce(): TypingRest {
  let rest: ReturnType<typeof setTimeout> | undefined
  return {
    next(run) {
      clearTimeout(rest)
      rest = setTimeout(run, restMs)
    },
    drop: () => clearTimeout(rest),
  }
}
