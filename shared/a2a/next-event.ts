// Reads the next event of a stream without parsing it. Nearly all events of a long stream differ from the one before in a few
// places: most often in one text, else in a time, an id or the metadata. Such an event is recognised by the text around these
// places, and only the places are parsed. This is exact: JSON with one literal replaced differs in that value and nowhere else.
// Each reader of a stream has its own instance.

import { type EventTemplate, maxTemplateChars, templateOf } from './event-template.ts'
import type { ArtifactUpdate, Update } from './model.ts'
import { type PieceForm, type TextHole, textIn, unquoted } from './text-hole.ts'

export interface NextEvent<About> {
  /** The decoded event, if it matches a remembered one apart from the values of its places. */
  read(data: string): EventRead<About> | undefined
  /** The remembered piece of a text, where events differ in that text, and in metadata at most. */
  cached(): CachedChunk<About> | undefined
  /** Remembers an event that had to be parsed; `about` holds for all events like it. */
  remember(data: string, update: Update, about: About): void
}

export interface EventRead<About> {
  readonly update: Update
  /** Of the remembered event. */
  readonly about: About
}

interface CachedChunk<About> {
  /** The form of further pieces. */
  readonly form: PieceForm
  readonly update: ArtifactUpdate
  readonly about: About
  read(data: string): Update | undefined
}

interface CachedUpdate<About> {
  readonly template: EventTemplate
  readonly about: About
  readonly chunk?: CachedChunk<About> | undefined
}

/** `decode` parses an event in full. */
export function createNextEvent<About>(decode: (data: string) => Update | undefined): NextEvent<About> {
  let chunk: CachedChunk<About> | undefined
  const chunkTries = createPatience()
  /** The last match is first. */
  let cachedUpdates: readonly CachedUpdate<About>[] = []
  const kinds = new Map<Update['kind'], { last?: string | undefined; readonly tries: Patience }>()

  /** After an unexpected event, no piece is expected until another was remembered. */
  const expectLike = (data: string, { artifact }: Extract<Update, { kind: 'artifact' }>, about: About) => {
    if (soleText(artifact) === undefined) return
    chunk = undefined
    const hole = chunkTries.isTurn() ? holeOf(data, artifact, decode) : undefined
    if (hole === undefined) return
    const read = (next: string) => {
      const text = textIn(next, hole)
      return text === undefined ? undefined : withText(artifact, text)
    }
    chunk = { form: { ...hole, textOf: unquoted }, update: artifact, about, read }
  }
  const readCached = (data: string): EventRead<About> | undefined => {
    for (const each of cachedUpdates) {
      const update = each.template.read(data)
      if (update === undefined) continue
      if (each !== cachedUpdates[0])
        cachedUpdates = [each, ...cachedUpdates.filter((other) => other !== each)]
      kinds.get(update.kind)?.tries.foundOne()
      if (each.chunk) chunk = undefined
      else if (update.kind === 'artifact') expectLike(data, update, each.about)
      return { update, about: each.about }
    }
    return undefined
  }

  return {
    read(data) {
      const text = chunk && textIn(data, chunk.form)
      // An empty text is decoded in full.
      if (chunk === undefined || text === undefined || text === '') return readCached(data)
      chunkTries.foundOne()
      return { update: withText(chunk.update, text), about: chunk.about }
    },

    cached: () => chunk ?? cachedUpdates[0]?.chunk,

    remember(data, update, about) {
      if (update.kind === 'artifact') expectLike(data, update, about)
      const kind = kinds.get(update.kind) ?? { tries: createPatience() }
      kinds.set(update.kind, kind)
      const { last } = kind
      kind.last = data.length > maxTemplateChars ? undefined : data
      if (last === undefined || !kind.tries.isTurn()) return
      const template = templateOf(last, data, update, decode)
      if (template)
        cachedUpdates = [
          cachedUpdateOf(template, update, about),
          ...cachedUpdates.slice(0, maxCachedTemplates - 1),
        ]
    },
  }
}

function cachedUpdateOf<About>(template: EventTemplate, update: Update, about: About): CachedUpdate<About> {
  const { piece: form, read } = template
  if (!form || update.kind !== 'artifact') return { template, about }
  return { template, about, chunk: { form, update: update.artifact, about, read } }
}

/** Where every event has another envelope, remembering is useless: attempts become ever rarer. */
function createPatience() {
  let patience = 1
  let passed = 0
  return {
    isTurn(): boolean {
      passed += 1
      if (passed < patience) return false
      passed = 0
      patience = Math.min(patience * 2, maxPatience)
      return true
    },
    foundOne() {
      patience = 1
    },
  }
}
type Patience = ReturnType<typeof createPatience>

// Kinds of events that alternate in a stream and are each recognised; cuts nothing.
const maxCachedTemplates = 4
// Events skipped before one is compared again; cuts nothing.
const maxPatience = 1024
// Places tried for the text that continues; past it the piece is decoded by itself.
const maxChunkCandidates = 4

function holeOf(
  data: string,
  update: ArtifactUpdate,
  decode: (data: string) => Update | undefined,
): TextHole | undefined {
  const text = soleText(update)
  // A trial with another value shows which literal it was.
  const other = text === 'a' ? 'b' : 'a'
  const json = JSON.stringify(withText(update, other))
  let tried = 0
  for (const { index, 0: match, 1: literal = '' } of data.matchAll(textMember)) {
    if (textOf(literal) !== text) continue
    tried += 1
    if (tried > maxChunkCandidates) return undefined
    const end = index + match.length
    const head = data.slice(0, end - literal.length + 1)
    const tail = data.slice(end - 1)
    const decoded = decode(head + other + tail)
    if (decoded !== undefined && JSON.stringify(decoded) === json) return { head, tail }
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

/** The value of a string literal; undefined for anything else. */
function textOf(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
