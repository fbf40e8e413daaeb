// Whether two things an agent said are the same text, however each was cut. White space does not count: frameworks trim what
// they streamed, and add line ends to what they keep.

import type { Artifact, Message, Part, TaskStatus } from '../a2a/model.ts'
import { at, type List, slice, values } from '../collections/list.ts'
import { partsKey } from './content-key.ts'
import type { SaidPiece, SayingView } from './sayings.ts'
import type { ArtifactView } from './task-view.ts'

/** So far back what is repeated is looked for. */
const mostLookedAt = 256

interface Told {
  readonly sayings: List<SayingView>
  readonly artifacts: List<ArtifactView>
  readonly current: TaskStatus | undefined
}

/** Whether one thing a task said is the same as these parts. */
export function hasSaid(parts: readonly Part[], { sayings, artifacts, current }: Told): boolean {
  const said = { parts }
  const beginning = beginningOf(said)
  const isSaid = (pieces: List<Said>): boolean => {
    const first = at(pieces, 0)
    return first !== undefined && beginning.startsWith(beginningOf(first)) && isSame(values(pieces), [said])
  }
  const newest = <T>(list: List<T>) => slice(list, list.length - mostLookedAt)
  return (
    (current?.message !== undefined && isSame([current.message], [said])) ||
    newest(artifacts).some(({ chunks }) => isSaid(chunks)) ||
    newest(sayings).some(({ pieces }) => isSaid(pieces))
  )
}

type Said = Pick<Message | Artifact, 'parts'>

const beginnings = new WeakMap<Said, string>()
const beginningLength = 40

/** Its first characters, with which most of what is not the same is told apart. */
function beginningOf(said: Said): string {
  const known = beginnings.get(said)
  if (known !== undefined) return known
  let beginning = ''
  for (const character of charactersOf([said])) {
    if (character === null || beginning.length >= beginningLength) break
    beginning += character
  }
  beginnings.set(said, beginning)
  return beginning
}

type Pieces = Iterable<Said>

/** Same words, or, where there is more than words, the same parts. */
export function isSame(one: Pieces, other: Pieces): boolean {
  const words = sameWords(one, other)
  if (words !== undefined) return words
  const parts = (pieces: Pieces) => [...pieces].flatMap((piece) => piece.parts)
  return partsKey(parts(one)) === partsKey(parts(other))
}

/** How many of the pieces come before those that say the same as the whole; undefined where none do. */
export function beforeRepeated(pieces: readonly SaidPiece[], whole: Pieces): number | undefined {
  let wanted = 0
  for (const { parts } of whole) wanted += lengthOf(parts)
  let from = pieces.length
  for (let length = 0; from > 0 && length < wanted; ) {
    from -= 1
    length += lengthOf(pieces[from]?.parts ?? [])
  }
  return wanted > 0 && isSame(pieces.slice(from), whole) ? from : undefined
}

/** Undefined where one of them has more than words. */
function sameWords(one: Pieces, other: Pieces): boolean | undefined {
  const [a, b] = [charactersOf(one), charactersOf(other)]
  for (let isFirst = true; ; isFirst = false) {
    const [left, right] = [a.next(), b.next()]
    if (left.value === null || right.value === null) return undefined
    if (left.done || right.done) return left.done === right.done && !isFirst
    if (left.value !== right.value) return false
  }
}

/** `null` in place of a part that is no text. */
function* charactersOf(pieces: Pieces): Generator<string | null, undefined> {
  for (const { parts } of pieces) {
    for (const part of parts) {
      if (part.kind !== 'text') yield null
      else for (const character of part.text) if (character.trim() !== '') yield character
    }
  }
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.text.replaceAll(/\s+/g, '').length : 0),
    0,
  )
}
