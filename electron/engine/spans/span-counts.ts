import type { SpanCounts } from '#shared/contract/spans.ts'
import type { Taken } from './take-spans.ts'

/** Counts since this start. */
export function createSpanCounter(mask: (text: string) => string, changed: () => void) {
  let counts: SpanCounts = { received: 0, repeated: 0, refused: 0, dropped: 0, badRequests: 0 }
  const add = (more: Partial<SpanCounts>, problem?: string) => {
    const sums = { ...counts, ...more }
    for (const name of ['received', 'repeated', 'refused', 'dropped', 'badRequests'] as const)
      sums[name] = counts[name] + (more[name] ?? 0)
    const at = Date.now()
    counts = { ...sums, ...(problem !== undefined && { lastProblem: { at, message: mask(problem) } }) }
    changed()
  }
  return {
    read: (): SpanCounts => counts,
    count(taken: Taken) {
      const lastAt = Date.now()
      switch (taken.kind) {
        case 'taken': {
          const { kind: _, ...sums } = taken
          return add({ ...sums, lastAt }, problemOf(taken))
        }
        case 'bad':
          return add({ ...taken.spans, badRequests: 1, lastAt }, taken.message)
        case 'later':
          return add({}, laterMessage(taken.reason))
      }
    },
    /** A request that was not read, with the response to its sender. */
    badRequest: (message: string): void => add({ badRequests: 1 }, message),
  }
}

export function laterMessage(reason: 'busy' | 'disk'): string {
  return reason === 'busy'
    ? 'Parley has too many spans waiting. Send them again later.'
    : 'Parley can’t write to its disk now. Send the spans again later.'
}

/** The response about spans that are not stored; undefined if all are. */
export function problemOf({ refused, dropped }: Extract<Taken, { kind: 'taken' }>): string | undefined {
  const texts = [
    refused > 0 ? `${spansOf(refused)} without a valid trace id and span id` : '',
    dropped > 0 ? `${spansOf(dropped)} for which Parley has no room, or which it doesn’t record now` : '',
  ].filter((each) => each !== '')
  return texts.length === 0 ? undefined : `Not kept: ${texts.join('; ')}.`
}

function spansOf(count: number): string {
  return count === 1 ? '1 span' : `${count} spans`
}
