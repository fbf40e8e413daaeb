// Which fact of its task an update is a sighting of, where it is none of its own.

import type { ArtifactUpdate, TaskStatus } from '../a2a/model.ts'
import { contentDigest, partsKey } from './content-key.ts'
import type { EventTable } from './event-table.ts'
import { createMatcher, type Matcher, type Place } from './sightings.ts'
import { hasIdentity, statusKey } from './status-identity.ts'

export type KnownFacts = ReturnType<typeof createKnownFacts>

export function createKnownFacts(events: EventTable) {
  const byStatus = new Map<number, number>()
  const statuses = createMatcher(events)
  const pieces: Matcher[] = []
  return {
    /** The event of the same fact; undefined for news, which is then known as the next event. */
    status(status: TaskStatus, place: Place): number | undefined {
      // One without time and message can only be counted.
      if (!hasIdentity(status)) return statuses.match(contentDigest(status.state), events.length, place)
      const key = contentDigest(statusKey(status))
      const known = byStatus.get(key)
      if (known === undefined) byStatus.set(key, events.length)
      return known
    },
    /** `artifact` is its position among the task's; what was told under `repeated` is never new. */
    piece(artifact: number, digest: number, place: Place, repeated: number | undefined) {
      const matcher = pieces[artifact] ?? createMatcher(events)
      pieces[artifact] = matcher
      return matcher.match(digest, events.length, place, repeated)
    },
    /** Whether further pieces of this channel are news without being looked at. */
    isSole: (artifact: number, place: Place) => pieces[artifact]?.isSole(place) === true,
    /** So many of them are known as the next events then. */
    areNews: (artifact: number, count: number) => pieces[artifact]?.areNews(events.length, count),
  }
}

/** Of a text that is appended. */
export function textDigest(place: number, text: string): number {
  return contentDigest(text, place * 4 + 2)
}

/** Metadata is left out: it is the content and the flags that make a piece of an artifact. */
export function pieceDigest(place: number, { artifact, append, lastChunk }: ArtifactUpdate): number {
  const { parts } = artifact
  const [part] = parts
  const content = parts.length === 1 && part?.kind === 'text' ? part.text : `\0${partsKey(parts)}`
  return contentDigest(content, place * 4 + (append ? 2 : 0) + (lastChunk ? 1 : 0))
}
