// Assembles the artifacts of one task by the conventions that servers share (`append` extends, anything else replaces and keeps
// its position), and compares them with the agent's own copies. A final copy decides what is shown; what the events added up to
// is kept beside it.

import type { Artifact, ArtifactUpdate, Part } from '../a2a/model.ts'
import { createListBuilder } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { allParts, type Comparison, compareParts, createArtifactContent } from './artifact-content.ts'
import type { Sighting } from './sightings.ts'
import type {
  ArtifactContent,
  ArtifactFact,
  ArtifactMarks,
  ArtifactView,
  StoredRelation,
} from './task-view.ts'

export interface SnapshotTerms {
  /** Show the copy. Otherwise only compare it: events may be under way that it does not contain. */
  readonly takeOver: boolean
  readonly final: boolean
  readonly sighting: Sighting
}

/** How the agent's copy compares, and what it contains that no event delivered. */
interface TakenStock {
  readonly relation: StoredRelation
  /** `isRest`: only what the copy has beyond the events; else the whole copy. */
  readonly news?: { readonly fact: ArtifactFact; readonly parts: readonly Part[]; readonly isRest: boolean }
}

export type ArtifactFold = ReturnType<typeof createArtifactFold>

/** The agent's own copy. */
interface Stored {
  readonly artifact: Artifact
  readonly relation: StoredRelation
  /** The task had ended when the agent sent the copy. */
  readonly final: boolean
}

interface ArtifactState {
  /** Prefix of the keys of its contents. */
  readonly key: string
  readonly artifactId: string
  readonly index: number
  named: Names
  shown: ArtifactContent
  /** What the events add up to, while `shown` follows the agent's copy. */
  apart: ArtifactContent | undefined
  /** Number of contents created so far, for their keys. */
  contents: number
  size: Size
  stored: Stored | undefined
  /** At least one piece was applied; a copy that was only compared does not count. */
  begun: boolean
  lastChunk: boolean
  marks: ArtifactMarks
}

/** `index`: the event that delivered it. */
interface Piece {
  readonly parts: readonly Part[]
  readonly index: number
  readonly sighting: Sighting
}

/** `key`: the key of the task. */
export function createArtifactFold(key = '') {
  const states = new Map<string, ArtifactState>()
  const changed = new Set<ArtifactState>()
  const views = createListBuilder<ArtifactView>()

  const open = (artifactId: string): ArtifactState => {
    const artifactState = states.get(artifactId)
    if (artifactState) return artifactState
    const begun = { key: `a${key}/${artifactId}`, contents: 0 }
    const shown = contentOf(begun)
    const state = { ...emptyState(views.length), ...begun, artifactId, shown }
    states.set(artifactId, state)
    views.push(viewOf(state))
    return state
  }

  return {
    /** Position of the artifact in the list; creates the artifact if needed. */
    placeOf: (artifactId: string) => open(artifactId).index,
    /** `settled`: the task has ended, so late pieces do not extend a final copy. */
    apply(update: ArtifactUpdate, index: number, settled: boolean, sighting: Sighting): ArtifactFact {
      const { artifact, append, lastChunk } = update
      const state = open(artifact.artifactId)
      state.marks = marksWith(state, update)
      state.named = append ? merged(state.named, artifact) : namesOf(artifact)
      const piece = { parts: artifact.parts, index, sighting }
      if (settled && state.stored?.final) addApart(state, piece, append)
      else addShown(state, piece, append)
      state.begun = true
      state.lastChunk ||= lastChunk
      changed.add(state)
      return { kind: 'artifact', index, artifact: state.index, append, lastChunk }
    },
    /**
     * Appends text that continues the previous piece; returns false where it must be applied piece by piece. `last`: the event
     * of the last text.
     */
    goOn(artifactId: string, text: string, count: number, last: number): boolean {
      const state = open(artifactId)
      if (!state.begun || state.lastChunk || state.apart || !state.shown.goOn(text, count, last)) return false
      state.size = { ...state.size, text: state.size.text + text.length }
      changed.add(state)
      return true
    },
    /** Compares the agent's copy; where it shows something new, that becomes event `index`. */
    snapshot(artifact: Artifact, index: number, terms: SnapshotTerms): TakenStock {
      const state = open(artifact.artifactId)
      changed.add(state)
      state.named = merged(state.named, artifact)
      const comparison = compared(state, artifact)
      const { relation } = comparison
      state.stored = { artifact, relation, final: terms.final }
      if (!terms.takeOver) return { relation }
      if (relation === 'equal') {
        agree(state)
        return { relation }
      }
      const isShown = state.apart && compareParts(allParts(state.shown), artifact.parts).relation === 'equal'
      return isShown
        ? { relation }
        : { relation, news: takeOver(state, artifact, comparison, { ...terms, index }) }
    },
    list() {
      for (const state of changed) views.set(state.index, viewOf(state))
      changed.clear()
      return views.freeze()
    },
  }
}

type Taking = SnapshotTerms & { readonly index: number }

function contentOf(state: Pick<ArtifactState, 'key' | 'contents'>, like?: ArtifactContent): ArtifactContent {
  state.contents += 1
  return createArtifactContent(`${state.key}.${state.contents}`, like)
}

function addShown(state: ArtifactState, piece: Piece, append: boolean): void {
  if (!append) {
    if (state.begun) state.shown = contentOf(state)
    state.apart = undefined
  }
  const size = sizeOfParts(piece.parts)
  state.size = append ? sum(state.size, size) : size
  put(state, state.shown, piece)
  if (state.apart) put(state, state.apart, piece)
}

/** After the final copy, late pieces extend the events' side, and may complete it. */
function addApart(state: ArtifactState, piece: Piece, append: boolean): void {
  state.apart = append ? (state.apart ?? contentOf(state, state.shown)) : contentOf(state)
  const added = sizeOfParts(piece.parts)
  put(state, state.apart, piece)
  state.size = append ? sum(state.size, added) : added
  const { stored } = state
  if (!stored || (append && added.text + added.others === 0)) return
  const relation = lateRelation(state, stored)
  state.stored = { ...stored, relation }
  if (relation === 'equal') agree(state)
}

function takeOver(
  state: ArtifactState,
  artifact: Artifact,
  { relation, rest }: Comparison,
  terms: Taking,
): NonNullable<TakenStock['news']> {
  const { index, final, sighting } = terms
  const isNew = !state.begun
  const events = state.apart ?? state.shown
  state.begun = true
  if (relation === 'stored-ahead') {
    if (isNew) state.stored = { artifact, relation: 'equal', final }
    if (!isNew && (final || state.apart)) {
      state.apart = events
      state.shown = contentOf(state, events)
    } else state.size = sum(state.size, sizeOfParts(rest))
    put(state, state.shown, { parts: rest, index, sighting })
    return { fact: wholeFact(state, index), parts: rest, isRest: true }
  }
  state.apart = events
  state.shown = contentOf(state)
  put(state, state.shown, { parts: artifact.parts, index, sighting })
  return { fact: wholeFact(state, index), parts: artifact.parts, isRest: false }
}

function put(
  { artifactId }: ArtifactState,
  content: ArtifactContent,
  { parts, index, sighting }: Piece,
): void {
  content.add({ parts, owner: { kind: 'artifact', id: artifactId }, place: sighting }, index)
}

/** Compares content only when the sizes are equal, which happens once in a growing artifact, so late pieces stay cheap. */
function lateRelation(state: ArtifactState, stored: Stored): StoredRelation {
  const size = sizeOfParts(stored.artifact.parts)
  const { text, others } = state.size
  if (text === size.text && others === size.others) return compared(state, stored.artifact).relation
  if (text < size.text || others < size.others) return stored.relation
  return stored.relation === 'equal' ? 'stored-behind' : 'differs'
}

function agree(state: ArtifactState): void {
  if (!state.apart) return
  state.shown = state.apart
  state.apart = undefined
}

function compared(state: ArtifactState, artifact: Artifact): Comparison {
  return compareParts(allParts(state.apart ?? state.shown), artifact.parts)
}

function marksWith({ begun, lastChunk, marks }: ArtifactState, { append }: ArtifactUpdate): ArtifactMarks {
  if (begun === append && !lastChunk) return marks
  return {
    ...marks,
    ...(!begun && append && { createdByAppend: true }),
    ...(begun && !append && { replaced: true }),
    ...(lastChunk && { afterLastChunk: true }),
  }
}

function wholeFact({ index: artifact }: ArtifactState, index: number): ArtifactFact {
  return { kind: 'artifact', index, artifact, append: false, lastChunk: false, whole: true }
}

function emptyState(index: number) {
  return {
    index,
    named: {},
    apart: undefined,
    size: { text: 0, others: 0 },
    stored: undefined,
    begun: false,
    lastChunk: false,
    marks: {},
  }
}

function viewOf({
  artifactId,
  index,
  named,
  shown,
  apart,
  stored,
  lastChunk,
  size,
  marks,
}: ArtifactState): ArtifactView {
  return {
    artifactId,
    index,
    ...named,
    content: shown,
    assembled: apart ?? shown,
    ...defined({ stored: stored?.relation }),
    lastChunk,
    textLength: size.text,
    marks,
  }
}

type Names = Pick<Artifact, 'name' | 'description'>

function namesOf({ name, description }: Artifact): Names {
  return { ...(name && { name }), ...(description && { description }) }
}

function merged(before: Names, artifact: Artifact): Names {
  return artifact.name || artifact.description ? { ...before, ...namesOf(artifact) } : before
}

/** Equal contents have equal sizes; only then is a comparison worth its cost. */
interface Size {
  readonly text: number
  readonly others: number
}

export function sizeOfParts(parts: readonly Part[]): Size {
  let text = 0
  let others = 0
  for (const part of parts) {
    if (part.kind === 'text') text += part.text.length
    else others++
  }
  return { text, others }
}

function sum(a: Size, b: Size): Size {
  return { text: a.text + b.text, others: a.others + b.others }
}
