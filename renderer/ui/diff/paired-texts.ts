// The results of two requests, text by text: texts of the same name are compared, in order.

import { diffArrays } from 'diff'
import type { NamedText } from '#shared/story/part-words.ts'

// Edits searched for between two texts; beyond, everything between the common beginning and the common end is shown as
// replaced.
const maxEdits = 300

export interface PairedText {
  readonly name: string
  readonly changes: readonly TextChange[]
  /** The only side that has it. */
  readonly only?: 'first' | 'second'
  /** Number of changed lines; 0 where both are equal. */
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

// The differences between two texts: by line where they have several lines, otherwise by word.

export interface TextChange {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

export function textChanges(before: string, after: string): readonly TextChange[] {
  const byLine = before.includes('\n') || after.includes('\n')
  const left = piecesOf(before, byLine)
  const right = piecesOf(after, byLine)
  const changes = diffArrays(left, right, { maxEditLength: maxEdits })
  if (!changes) return replaced(left, right)
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

/** Each piece includes its separator, so that the pieces add up to the text. */
function piecesOf(text: string, byLine: boolean): string[] {
  return text.match(byLine ? /[^\n]*\n|[^\n]+/g : /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

function replaced(left: readonly string[], right: readonly string[]): readonly TextChange[] {
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const changes: readonly TextChange[] = [
    { kind: 'same', text: left.slice(0, start).join('') },
    { kind: 'removed', text: left.slice(start, left.length - end).join('') },
    { kind: 'added', text: right.slice(start, right.length - end).join('') },
    { kind: 'same', text: left.slice(left.length - end).join('') },
  ]
  return changes.filter(({ text }) => text !== '')
}

/** Without the line break of the last. */
export function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}
