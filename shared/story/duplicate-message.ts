// Whether two texts of an agent are the same, however each was split. White space does not count: frameworks trim what they
// streamed, and add line ends to what they store.

import type { Part, TaskStatus } from '../a2a/model.ts'
import { at, type List, slice, values } from '../collections/list.ts'
import { allParts } from './artifact-content.ts'
import { partKey } from './content-key.ts'
import type { ArtifactView } from './task-view.ts'
import type { TextPiece, TextRunView } from './turn-text.ts'

// Items searched for a repetition; one further back is shown again.
const maxRepeatLooked = 256

interface TaskTexts {
  readonly sayings: List<TextRunView>
  readonly artifacts: List<ArtifactView>
  readonly current: TaskStatus | undefined
}

type Parts = Iterable<Part>

/** Whether the task already has these parts: as its current message, in an artifact or in a text run. */
export function hasSameParts(parts: readonly Part[], { sayings, artifacts, current }: TaskTexts): boolean {
  const beginning = beginningOf(parts, parts)
  const isAs = (item: object, first: Parts, all: () => Parts): boolean =>
    beginning.startsWith(beginningOf(item, first)) && isSame(all(), parts)
  const newest = <T>(list: List<T>) => slice(list, list.length - maxRepeatLooked)
  return (
    (current?.message !== undefined && isSame(current.message.parts, parts)) ||
    newest(artifacts).some(({ content }) => isAs(content, allParts(content), () => allParts(content))) ||
    newest(sayings).some(({ pieces }) => {
      const first = at(pieces, 0)
      return first !== undefined && isAs(first, first.parts, () => partsIn(values(pieces)))
    })
  )
}

export function* partsIn(pieces: Iterable<{ readonly parts: readonly Part[] }>): Generator<Part, undefined> {
  for (const { parts } of pieces) yield* parts
}

const beginnings = new WeakMap<object, string>()
const beginningLength = 40

/** The first characters, which distinguish most texts cheaply. */
function beginningOf(item: object, parts: Parts): string {
  const text = beginnings.get(item)
  if (text !== undefined) return text
  let beginning = ''
  for (const sign of signsOf(parts)) {
    beginning += sign
    if (beginning.length < beginningLength) continue
    beginnings.set(item, beginning)
    break
  }
  return beginning
}

/** The same text apart from white space, with the same other parts in between. */
export function isSame(one: Parts, other: Parts): boolean {
  const [a, b] = [signsOf(one), signsOf(other)]
  for (let isFirst = true; ; isFirst = false) {
    const [left, right] = [a.next(), b.next()]
    if (left.done || right.done) return left.done === right.done && !isFirst
    if (left.value !== right.value) return false
  }
}

/** How many pieces precede those that repeat the whole; undefined where none do. */
export function beforeRepeated(pieces: readonly TextPiece[], whole: readonly Part[]): number | undefined {
  const chars = lengthOf(whole)
  let from = pieces.length
  for (let length = 0; from > 0 && length < chars; ) {
    from -= 1
    length += lengthOf(pieces[from]?.parts ?? [])
  }
  return chars > 0 && isSame(partsIn(pieces.slice(from)), whole) ? from : undefined
}

/** Character by character; any other part is one sign. */
function* signsOf(parts: Parts): Generator<string, undefined> {
  for (const part of parts) {
    if (part.kind !== 'text') yield partKey(part)
    else for (const character of part.text) if (character.trim() !== '') yield character
  }
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.text.replaceAll(/\s+/g, '').length : 0),
    0,
  )
}
