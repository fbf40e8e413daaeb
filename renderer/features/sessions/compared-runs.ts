// Compares two sessions prompt by prompt.

import { pairRuns, type Run, type RunPair } from '#shared/replay/runs.ts'
import { differingLines, type PairedText, pairTexts } from '../../ui/diff/paired-texts.ts'
import { counted, joinDefined } from '../../ui/format.ts'

export interface ComparedRun extends RunPair {
  readonly texts: readonly PairedText[]
  /** In both, with equal states and texts, regardless of times. */
  readonly isEqual: boolean
}

export function compareRuns(before: readonly Run[], after: readonly Run[]): readonly ComparedRun[] {
  return pairRuns(before, after).map((pair) => {
    const texts = pairTexts(pair.before?.results ?? [], pair.after?.results ?? [])
    const isEqual =
      pair.before !== undefined &&
      pair.after !== undefined &&
      statesOf(pair.before) === statesOf(pair.after) &&
      texts.every(({ only }) => only === undefined) &&
      differingLines(texts) === 0
    return { ...pair, texts, isEqual }
  })
}

function statesOf({ states }: Run): string {
  return states.map(({ state }) => state).join()
}

export function summaryOf(runs: readonly ComparedRun[]): string {
  const onlyFirst = runs.filter(({ after }) => after === undefined).length
  const onlySecond = runs.filter(({ before }) => before === undefined).length
  const equal = runs.filter(({ isEqual }) => isEqual).length
  const differ = runs.length - equal - onlyFirst - onlySecond
  return joinDefined(
    ' · ',
    counted(runs.length, 'prompt'),
    differ > 0 && `${differ} ${differ === 1 ? 'differs' : 'differ'}`,
    equal > 0 && `${equal} equal`,
    onlyFirst > 0 && `${onlyFirst} only in the first`,
    onlySecond > 0 && `${onlySecond} only in the second`,
  )
}
