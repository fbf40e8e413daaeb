// Checks artifacts chunk by chunk, by the assembly rules of PROTOCOL §7.10, and against the fetched task.

import { named } from '../../json-kinds.ts'
import type { AddFinding } from './finding-sink.ts'
import type { ArtifactFacts, Observation } from './observation.ts'
import {
  digestMore,
  emptyDigest,
  maxJudgedArtifacts,
  newArtifact,
  remember,
  sameDigest,
  type TaskTrack,
} from './tracks.ts'

/** Shorter chunks repeat by chance, as tokens do. */
const maxReported = 32

export function followArtifact(
  task: TaskTrack,
  observed: Extract<Observation, { kind: 'artifact' }>,
  add: AddFinding,
): void {
  const { artifact, append, lastChunk } = observed
  const artifactTrack = task.artifacts.get(artifact.artifactId)
  const name = named(artifact.artifactId)
  if (append && artifactTrack === undefined && !task.partial) {
    add('PARLEY-SEQ-005', '/append', `The artifact ${name} is appended to, but was never begun.`)
  }
  if (append && artifactTrack?.closed === true) {
    add('PARLEY-SEQ-006', '/append', `The artifact ${name} is appended to after its last chunk.`)
  }
  if (
    artifactTrack !== undefined &&
    artifact.text.length >= maxReported &&
    artifactTrack.lastText === artifact.text
  ) {
    const severity = append ? 'warning' : 'info'
    add('PARLEY-SEQ-010', '/artifact', `The chunk of ${name} is the same as the one before.`, severity)
  }
  const track = artifactTrack !== undefined && append ? artifactTrack : newArtifact()
  track.digest = digestMore(track.digest, artifact.text)
  track.partCount += artifact.partCount
  track.closed = lastChunk
  track.lastText = artifact.text.length >= maxReported ? artifact.text : ''
  keep(task, artifact.artifactId, track)
}

/** Appends pieces up to the first that repeats the one before; returns how many those were. */
export function followPieces(task: TaskTrack, artifactId: string, texts: readonly string[]): number {
  const track = task.artifacts.get(artifactId)
  if (track === undefined || track.closed) return 0
  let { lastText } = track
  let count = 0
  for (const text of texts) {
    if (text.length >= maxReported && text === lastText) break
    lastText = text.length >= maxReported ? text : ''
    count += 1
  }
  track.digest = digestMore(track.digest, texts.slice(0, count).join(''))
  track.partCount += count
  track.lastText = lastText
  return count
}

/** A snapshot is authoritative: it replaces what was assembled so far. */
export function adoptArtifacts(task: TaskTrack, artifacts: readonly ArtifactFacts[]): void {
  task.artifacts = new Map()
  task.partial = artifacts.length > maxJudgedArtifacts
  for (const artifact of artifacts.slice(0, maxJudgedArtifacts)) {
    const track = newArtifact()
    track.digest = digestMore(emptyDigest, artifact.text)
    track.partCount = artifact.partCount
    keep(task, artifact.artifactId, track)
  }
}

/** After a task has ended, its stored artifacts must equal the streamed ones. */
export function compareArtifacts(
  task: TaskTrack,
  artifacts: readonly ArtifactFacts[],
  add: AddFinding,
): void {
  if (task.partial || task.owner === undefined) return
  const stored = new Set<string>()
  for (const [index, artifact] of artifacts.entries()) {
    stored.add(artifact.artifactId)
    const track = task.artifacts.get(artifact.artifactId)
    if (track === undefined) continue
    const same = sameDigest(track.digest, digestMore(emptyDigest, artifact.text))
    if (same && track.partCount === artifact.partCount) continue
    const message = `The artifact ${named(artifact.artifactId)} was streamed as ${size(track.partCount, track.digest.length)}, but is returned as ${size(artifact.partCount, artifact.text.length)}.`
    add('PARLEY-SEQ-013', `/artifacts/${index}`, message)
  }
  for (const id of task.artifacts.keys()) {
    if (!stored.has(id))
      add('PARLEY-SEQ-013', '/artifacts', `The artifact ${named(id)} was streamed, but isn’t returned.`)
  }
}

function size(parts: number, characters: number): string {
  return `${parts} ${parts === 1 ? 'part' : 'parts'} with ${characters} characters of text`
}

function keep(task: TaskTrack, id: string, track: ReturnType<typeof newArtifact>): void {
  if (remember(task.artifacts, id, track, maxJudgedArtifacts)) task.partial = true
}
