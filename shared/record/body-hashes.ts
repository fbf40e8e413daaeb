import type { Packed } from './run.ts'

/** Hashes of the bodies that an entry stores apart. */
export function bodyHashes(entry: Packed): readonly string[] {
  switch (entry.kind) {
    case 'run':
      // Its frames have their content inline.
      return []
    case 'request':
      return hashes(entry.body, entry.decoded)
    case 'webhook':
      return hashes(entry.body)
    case 'frame':
      return hashes(entry.raw, entry.data)
    case 'end':
      return hashes(entry.body, entry.encodedBody, entry.leftover)
    case 'failure':
      return hashes(entry.body, entry.encodedBody, entry.leftover)
    case 'response':
    case 'redirect':
    case 'note':
      return []
  }
}

function hashes(...bodies: readonly ({ readonly hash?: string } | undefined)[]): readonly string[] {
  return bodies.flatMap((body) => (body?.hash === undefined ? [] : [body.hash]))
}
