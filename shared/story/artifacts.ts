// Assembles the artifacts of one task by the conventions the servers share (append extends, anything else replaces and
// keeps its place), and sets them against the agent's own copies. A final copy is the last word on what to show; what
// the events added up to is kept beside it.

import type { Artifact, ArtifactUpdate, Part } from '../a2a/model.ts'
import { createListBuilder, type List, type ListBuilder, values } from '../collections/list.ts'
import { type Comparison, compareParts, hasContent } from './artifact-compare.ts'
import { merged, type Names, namesOf, type Size, sizeOfParts, sum, wholeFact } from './artifact-facts.ts'
import type { Source } from './sightings.ts'
import type { ArtifactFact, ArtifactMark, ArtifactView, StoredArtifact, StoredRelation } from './task-view.ts'

export interface SnapshotTerms {
  /** Take the copy over; otherwise it is only noted, since events may be under way that it does not know of. */
  readonly takeOver: boolean
  readonly final: boolean
  readonly source: Source
  readonly seq: number
}

export interface ArtifactFold {
  /** `settled`: the task has ended, so a final copy is not extended by what trickles in. */
  apply(update: ArtifactUpdate, index: number, settled: boolean): ArtifactFact
  /** The agent's copy; gives a fact, to stand at `index`, when it showed something no event had brought. */
  snapshot(artifact: Artifact, index: number, terms: SnapshotTerms): ArtifactFact | undefined
  /** Pieces may have come that were not read. */
  passedOver(): void
  list(): List<ArtifactView>
}

interface ArtifactState {
  readonly artifactId: string
  readonly index: number
  named: Names
  shown: ListBuilder<ArtifactFact>
  /** What the events add up to, while `shown` follows the agent's copy instead. */
  apart: ListBuilder<ArtifactFact> | undefined
  generation: number
  size: Size
  stored: StoredArtifact | undefined
  /** A piece has come, not only a copy that was noted. */
  begun: boolean
  lastChunk: boolean
  marks: Record<ArtifactMark, number>
  /** What there is of it may lack pieces; `open` until a piece has come behind them. */
  gap: 'none' | 'open' | 'closed'
}

export function createArtifactFold(): ArtifactFold {
  const states = new Map<string, ArtifactState>()
  const changed = new Set<ArtifactState>()
  const views = createListBuilder<ArtifactView>()
  let isPartial = false

  const create = (artifactId: string): ArtifactState => {
    const state = { ...emptyState(artifactId, views.length), ...(isPartial && { gap: 'open' as const }) }
    states.set(artifactId, state)
    views.push(viewOf(state))
    return state
  }

  return {
    apply(update, index, settled) {
      const known = states.get(update.artifact.artifactId)
      const state = known ?? create(update.artifact.artifactId)
      const marks = marksOf(update, state)
      const fact = factOf(state, index, update, marks)
      for (const mark of marks) state.marks[mark]++
      state.named = update.append ? merged(state.named, update.artifact) : namesOf(update.artifact)
      if (settled && state.stored?.final) addApart(state, fact)
      else addShown(state, fact)
      if (!update.append) state.gap = 'none'
      else if (state.gap === 'open') state.gap = 'closed'
      state.begun = true
      state.lastChunk ||= update.lastChunk
      changed.add(state)
      return fact
    },
    snapshot(artifact, index, terms) {
      const known = states.get(artifact.artifactId)
      const state = known ?? create(artifact.artifactId)
      changed.add(state)
      state.named = merged(state.named, artifact)
      return takeStock(state, artifact, index, terms)
    },
    passedOver() {
      isPartial = true
      for (const state of states.values()) state.gap = 'open'
    },
    list() {
      for (const state of changed) views.set(state.index, viewOf(state))
      changed.clear()
      return views.freeze()
    },
  }
}

function addShown(state: ArtifactState, fact: ArtifactFact): void {
  if (!fact.append) restart(state)
  state.size = fact.append ? sum(state.size, sizeOfParts(fact.parts)) : sizeOfParts(fact.parts)
  put(state.shown, fact)
  if (state.apart) put(state.apart, fact)
}

function restart(state: ArtifactState): void {
  if (state.shown.length > 0) state.generation++
  state.shown = createListBuilder()
  state.apart = undefined
}

/** After the final copy: pieces still under way belong to the events' side, and may complete it. */
function addApart(state: ArtifactState, fact: ArtifactFact): void {
  const begun = fact.append
    ? (state.apart ?? createListBuilder(state.shown.freeze()))
    : createListBuilder<ArtifactFact>()
  const added = sizeOfParts(fact.parts)
  put(begun, fact)
  state.apart = begun
  state.size = fact.append ? sum(state.size, added) : added
  const { stored } = state
  if (!stored || (fact.append && added.text + added.others === 0)) return
  const relation = lateRelation(state, stored)
  state.stored = { ...stored, relation }
  if (relation === 'equal') agree(state)
}

/** Walks only when the sizes have met, which they do once in a growing artifact: late pieces stay cheap. */
function lateRelation(state: ArtifactState, stored: StoredArtifact): StoredRelation {
  const size = sizeOfParts(stored.artifact.parts)
  const { text, others } = state.size
  if (stored.relation === 'unknown') return 'unknown'
  if (text === size.text && others === size.others) return compared(state, stored.artifact).relation
  if (text < size.text || others < size.others) return stored.relation
  return stored.relation === 'equal' ? 'stored-behind' : 'differs'
}

function takeStock(
  state: ArtifactState,
  artifact: Artifact,
  index: number,
  terms: SnapshotTerms,
): ArtifactFact | undefined {
  const { relation, rest } = compared(state, artifact)
  const isNew = !state.begun
  // What is whole from here on has no gap before its next piece.
  if (terms.takeOver && state.gap === 'open') state.gap = isNew ? 'none' : 'closed'
  state.stored = storedOf(artifact, relation, terms)
  if (!terms.takeOver) return undefined
  if (relation === 'equal') {
    agree(state)
    return undefined
  }
  if (state.apart && compareParts(partsOf(state.shown), artifact.parts).relation === 'equal') return undefined
  const events = state.apart ?? state.shown
  state.begun = true
  if (relation === 'stored-ahead') {
    const fact = wholeFact(state.artifactId, index, artifact, rest, !isNew)
    if (isNew) state.stored = storedOf(artifact, 'equal', terms)
    if (!isNew && (terms.final || state.apart)) fork(state, events, createListBuilder(events.freeze()))
    else state.size = sum(state.size, sizeOfParts(rest))
    put(state.shown, fact)
    return fact
  }
  const fact = wholeFact(state.artifactId, index, artifact)
  fork(state, events, createListBuilder())
  state.generation++
  put(state.shown, fact)
  return fact
}

function fork(
  state: ArtifactState,
  events: ListBuilder<ArtifactFact>,
  shown: ListBuilder<ArtifactFact>,
): void {
  if (state.apart) state.generation++
  state.apart = events
  state.shown = shown
}

function agree(state: ArtifactState): void {
  if (!state.apart) return
  state.shown = state.apart
  state.apart = undefined
  state.generation++
}

function compared(state: ArtifactState, artifact: Artifact): Comparison {
  if (state.gap !== 'none' && state.begun) return { relation: 'unknown', rest: artifact.parts }
  return compareParts(partsOf(state.apart ?? state.shown), artifact.parts)
}

function* partsOf(chunks: ListBuilder<ArtifactFact>): Generator<readonly Part[], void, undefined> {
  for (const chunk of values(chunks.freeze())) yield chunk.parts
}

/** Empty text is kept in the event, not among the pieces: it shows nothing, and comparing would have to wade through it. */
function put(chunks: ListBuilder<ArtifactFact>, fact: ArtifactFact): void {
  if (fact.parts.every(hasContent)) {
    if (fact.parts.length > 0) chunks.push(fact)
    return
  }
  const parts = fact.parts.filter(hasContent)
  if (parts.length > 0) chunks.push({ ...fact, parts })
}

function marksOf(update: ArtifactUpdate, state: ArtifactState): readonly ArtifactMark[] {
  const marks: ArtifactMark[] = []
  const isBehindGap = update.append && state.gap === 'open'
  if (isBehindGap) marks.push('after-gap')
  else if (!state.begun && update.append) marks.push('created-by-append')
  if (state.begun && !update.append) marks.push('replaced')
  if (state.lastChunk) marks.push('after-last-chunk')
  if (update.artifact.parts.length === 0) marks.push('empty-parts')
  return marks.length === 0 ? noMarks : marks
}

const noMarks: readonly ArtifactMark[] = []

function factOf(
  { artifactId, named }: ArtifactState,
  index: number,
  { artifact, append, lastChunk, metadata: ofEvent }: ArtifactUpdate,
  marks: readonly ArtifactMark[],
): ArtifactFact {
  const metadata = artifact.metadata ?? ofEvent
  const { parts } = artifact
  // The name is repeated with every piece; it is kept once.
  const name = artifact.name === named.name ? named.name : artifact.name
  const fact = { kind: 'artifact', index, artifactId, parts, append, lastChunk } as const
  if (!name && !metadata && marks === noMarks) return fact
  const more = { ...(name && { name }), ...(metadata && { metadata }), ...(marks !== noMarks && { marks }) }
  return { ...fact, ...more }
}

function storedOf(artifact: Artifact, relation: StoredRelation, terms: SnapshotTerms): StoredArtifact {
  return { artifact, relation, final: terms.final, source: terms.source, seq: terms.seq }
}

function emptyState(artifactId: string, index: number): ArtifactState {
  return {
    artifactId,
    index,
    named: {},
    shown: createListBuilder(),
    apart: undefined,
    generation: 0,
    size: { text: 0, others: 0 },
    stored: undefined,
    begun: false,
    lastChunk: false,
    marks: { 'created-by-append': 0, replaced: 0, 'after-last-chunk': 0, 'empty-parts': 0, 'after-gap': 0 },
    gap: 'none',
  }
}

function viewOf(state: ArtifactState): ArtifactView {
  const chunks = state.shown.freeze()
  return {
    artifactId: state.artifactId,
    index: state.index,
    ...state.named,
    chunks,
    generation: state.generation,
    assembled: state.apart?.freeze() ?? chunks,
    ...(state.stored && { stored: state.stored }),
    lastChunk: state.lastChunk,
    textLength: state.size.text,
    marks: { ...state.marks },
  }
}
