// Whether two things an agent said are the same text, however each was cut. White space does not count: frameworks trim what
// they streamed, and add line ends to what they keep.

import type { Part, TaskStatus } from '../a2a/model.ts'
import { at, type List, slice, values } from '../collections/list.ts'
import { allParts } from './artifact-content.ts'
import { partKey } from './content-key.ts'
import type { ArtifactView } from './task-view.ts'
import type { TextPiece, TextRunView } from './turn-text.ts'

// Items looked back through for a repetition; further back it is shown again.
const maxRepeatLooked = 256

interface TaskTexts {
  readonly sayings: List<TextRunView>
  readonly artifacts: List<ArtifactView>
  readonly current: TaskStatus | undefined
}

type Parts = Iterable<Part>

/** Whether one thing a task said is the same as these parts. */
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

/** Its first characters, with which most of what is not the same is distinguished. */
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

/** Same words, and between them the same of what is no text. */
export function isSame(one: Parts, other: Parts): boolean {
  const [a, b] = [signsOf(one), signsOf(other)]
  for (let isFirst = true; ; isFirst = false) {
    const [left, right] = [a.next(), b.next()]
    if (left.done || right.done) return left.done === right.done && !isFirst
    if (left.value !== right.value) return false
  }
}

/** How many of the pieces precede those that say the same as the whole; undefined where none do. */
export function beforeRepeated(pieces: readonly TextPiece[], whole: readonly Part[]): number | undefined {
  const chars = lengthOf(whole)
  let from = pieces.length
  for (let length = 0; from > 0 && length < chars; ) {
    from -= 1
    length += lengthOf(pieces[from]?.parts ?? [])
  }
  return chars > 0 && isSame(partsIn(pieces.slice(from)), whole) ? from : undefined
}

/** Character by character; a part that is no text is one sign. */
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
