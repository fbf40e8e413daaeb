// The next piece of a text, read without parsing the event that brings it. Nearly all events of a long stream differ from the
// one before in that text alone. Such an event is recognised by what stands around the text; the text's own string literal
// is all that is parsed. This is exact: JSON with one string literal put for another differs in that string and nowhere
// else. Each side that reads a stream keeps one of these for it.

import type { ArtifactUpdate, Update } from './model.ts'
import { type TextHole, textIn } from './text-hole.ts'

export interface NextChunk<About> {
  /** What the event says, if it is the one remembered with another text. */
  read(data: string): Chunk<About> | undefined
  /** The one remembered. */
  known(): KnownChunk<About> | undefined
  /** An event that had to be parsed, and what is true of it whatever its text. */
  remember(data: string, update: Update, about: About): void
}

export interface Chunk<About> {
  readonly update: Update
  /** Of the event that was remembered. */
  readonly about: About
}

interface KnownChunk<About> {
  /** Where its text stood. */
  readonly hole: TextHole
  readonly update: ArtifactUpdate
  readonly about: About
}

/** `decode` reads an event the long way. */
export function createNextChunk<About>(decode: (data: string) => Update | undefined): NextChunk<About> {
  let known: KnownChunk<About> | undefined
  // Where every event has another envelope, remembering is in vain: it is tried ever more seldom.
  let patience = 1
  let passed = 0

  return {
    read(data) {
      const text = known && textIn(data, known.hole)
      // An empty text is read the long way.
      if (known === undefined || text === undefined || text === '') return undefined
      patience = 1
      return { update: withText(known.update, text), about: known.about }
    },

    known: () => known,

    remember(data, update, about) {
      if (update.kind !== 'artifact' || soleText(update.artifact) === undefined) return
      passed += 1
      // It was a piece of text, and not the one expected: nothing is looked for in vain until there is another.
      known = undefined
      if (passed < patience) return
      passed = 0
      patience = Math.min(patience * 2, maxPatience)
      const hole = holeOf(data, update.artifact, decode)
      if (hole !== undefined) known = { hole, update: update.artifact, about }
    },
  }
}

/** Pieces let pass before a text is compared again; cuts nothing. */
const maxPatience = 1024
/** Places where a text may go on that are tried; past it the piece is one of its own. */
const maxChunkCandidates = 4

function holeOf(
  data: string,
  update: ArtifactUpdate,
  decode: (data: string) => Update | undefined,
): TextHole | undefined {
  const text = soleText(update)
  // Which literal it was is found out by putting another in its place.
  const other = text === 'a' ? 'b' : 'a'
  const wanted = JSON.stringify(withText(update, other))
  let tried = 0
  for (const { index, 0: found, 1: literal = '' } of data.matchAll(textMember)) {
    if (textOf(literal) !== text) continue
    tried += 1
    if (tried > maxChunkCandidates) return undefined
    const end = index + found.length
    const head = data.slice(0, end - literal.length + 1)
    const tail = data.slice(end - 1)
    const decoded = decode(head + other + tail)
    if (decoded !== undefined && JSON.stringify(decoded) === wanted) return { head, tail }
  }
  return undefined
}

const textMember = /"text"\s*:\s*("(?:[^"\\]|\\.)*")/g

function soleText({ artifact: { parts } }: ArtifactUpdate): string | undefined {
  const [part] = parts
  return parts.length === 1 && part?.kind === 'text' && part.text !== '' ? part.text : undefined
}

export function withText(
  update: ArtifactUpdate,
  text: string,
): Extract<Update, { readonly kind: 'artifact' }> {
  const { artifact } = update
  const [part] = artifact.parts
  const parts = part?.kind === 'text' ? [{ ...part, text }] : artifact.parts
  return { kind: 'artifact', artifact: { ...update, artifact: { ...artifact, parts } } }
}

/** What a string literal says; undefined where it is none, or more than one. */
function textOf(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
