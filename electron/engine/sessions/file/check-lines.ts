// A run of checks in a file: a line for the run and one for each result, after all entries. Exchanges are numbered as the file's are, and
// places are counted in its entries, so nothing depends on where it was written.

import type { CheckRun, TestResult } from '#shared/checks/run.ts'
import { defined } from '#shared/defined.ts'
import type { CheckLine, ResultLine } from './format.ts'

/** Where the file has what a record has: both undefined for what was not taken along. */
interface Places {
  ordinal(exchangeId: string): number | undefined
  /** Counted in entries, from 1. */
  position(seq: number): number | undefined
}

/** The entries that results point at. */
export function seqsIn({ results }: CheckRun): ReadonlySet<number> {
  return new Set(results.flatMap(({ failure }) => failure?.seq ?? []))
}

export function* checkLines(
  { results, ...run }: CheckRun,
  places: Places,
): Generator<CheckLine | ResultLine> {
  yield { checks: run }
  for (const result of results) {
    yield {
      result: moved(
        result,
        (id) => places.ordinal(id)?.toString(),
        (seq) => places.position(seq),
      ),
    }
  }
}

/** The other way round, in a record that gave the entries their numbers. */
export function createCheckImport(exchangeId: (ordinal: number) => string) {
  let run: Omit<CheckRun, 'results'> | undefined
  const results: TestResult[] = []
  /** The number of the entry with which each stretch without a gap begins. */
  const stretches: { readonly position: number; readonly seq: number }[] = []
  const seqAt = (position: number) => {
    const stretch = stretches.findLast((each) => each.position <= position)
    return stretch && stretch.seq + position - stretch.position
  }
  return {
    entry(position: number, seq: number): void {
      if (seqAt(position) !== seq) stretches.push({ position, seq })
    },
    run(line: CheckLine): void {
      run = line.checks
    },
    result({ result }: ResultLine): void {
      results.push(moved(result, (ordinal) => exchangeId(Number(ordinal)), seqAt))
    },
    /** Undefined where the file has none. */
    whole(): CheckRun | undefined {
      return run && { ...run, results, state: run.state === 'running' ? 'broken' : run.state }
    },
  }
}

function moved(
  { failure, exchangeIds, ...result }: TestResult,
  exchange: (id: string) => string | undefined,
  place: (seq: number) => number | undefined,
): TestResult {
  const ids = exchangeIds.flatMap((id) => exchange(id) ?? [])
  if (!failure) return { ...result, exchangeIds: ids }
  const { exchangeId, seq, ...rest } = failure
  const own = exchangeId === undefined ? undefined : exchange(exchangeId)
  const at = seq === undefined ? undefined : place(seq)
  return {
    ...result,
    exchangeIds: ids,
    failure: { ...rest, ...defined({ exchangeId: own, seq: at }) },
  }
}
