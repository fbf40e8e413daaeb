// The small values artifact assembly is made of: the names of an artifact, and the size of its content.

import type { Artifact, Part } from '../a2a/model.ts'

export type Names = Pick<Artifact, 'name' | 'description'>

export function namesOf({ name, description }: Artifact): Names {
  return { ...(name && { name }), ...(description && { description }) }
}

export function merged(before: Names, artifact: Artifact): Names {
  return artifact.name || artifact.description ? { ...before, ...namesOf(artifact) } : before
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
