export interface TypingRest {
  /** Does this once typing rests, and nothing of what was asked before. */
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
