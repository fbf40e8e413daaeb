// The small values artifact assembly is made of: the names of an artifact, the size of its content, and the fact that
// stands for a whole copy.

import type { Artifact, Part } from '../a2a/model.ts'
import type { ArtifactFact } from './task-view.ts'

export type Names = Pick<Artifact, 'name' | 'description' | 'extensions'>

export function namesOf({ name, description, extensions }: Artifact): Names {
  return { ...(name && { name }), ...(description && { description }), ...(extensions && { extensions }) }
}

export function merged(before: Names, artifact: Artifact): Names {
  const { name, description, extensions } = artifact
  return name || description || extensions ? { ...before, ...namesOf(artifact) } : before
}

/** Equal contents have equal sizes: what makes a comparison worth its while. */
export interface Size {
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

export function sum(a: Size, b: Size): Size {
  return { text: a.text + b.text, others: a.others + b.others }
}

export function wholeFact(
  artifactId: string,
  index: number,
  { parts, name, metadata }: Artifact,
  rest: readonly Part[] = parts,
  append = false,
): ArtifactFact {
  const named = { ...(name && { name }), ...(metadata && { metadata }) }
  return { kind: 'artifact', index, artifactId, parts: rest, append, lastChunk: false, whole: true, ...named }
}
