// The results of two requests, text by text: those of one name are compared, in their order.

import type { NamedText } from '#shared/story/part-words.ts'
import { linesOf, type TextChange, textChanges } from './text-changes.ts'

export interface PairedText {
  readonly name: string
  readonly changes: readonly TextChange[]
  /** Only one side has it. */
  readonly only?: 'first' | 'second'
  /** Lines that differ; 0 where both are equal. */
  readonly lines: number
}

export function pairTexts(before: readonly NamedText[], after: readonly NamedText[]): readonly PairedText[] {
  const left = [...after]
  const pairs = before.map((text) => {
    const index = left.findIndex(({ name }) => name === text.name)
    return paired(text, index < 0 ? undefined : left.splice(index, 1)[0])
  })
  return [...pairs, ...left.map((text) => paired(undefined, text))]
}

function paired(before: NamedText | undefined, after: NamedText | undefined): PairedText {
  const changes = textChanges(before?.text ?? '', after?.text ?? '')
  const lines = changes
    .filter(({ kind }) => kind !== 'same')
    .reduce((sum, { text }) => sum + linesOf(text).length, 0)
  const name = before?.name ?? after?.name ?? ''
  if (before && after) return { name, changes, lines }
  return { name, changes, lines, only: before ? 'first' : 'second' }
}

export function differingLines(pairs: readonly PairedText[]): number {
  return pairs.reduce((sum, { lines }) => sum + lines, 0)
}
