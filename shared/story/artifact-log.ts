// The artifacts of a task: pieces as they arrived, and the whole artifacts of snapshots.

import type { Artifact, ArtifactUpdate, Task } from '../a2a/model.ts'
import { isSettled } from '../a2a/task-states.ts'
import { createArtifactFold, sizeOfParts } from './artifacts.ts'
import { type EventLog, type FactIndex, pieceDigest, type TaskStreams, textDigest } from './event-log.ts'
import type { Place } from './sightings.ts'
import { isRepetition } from './status-identity.ts'
import type { StatusFact } from './task-view.ts'
import type { TaskTimelineFold } from './timeline/task-timeline-fold.ts'

interface PiecesDeps {
  /** Key of the task. */
  readonly key: string
  readonly events: EventLog
  readonly factIndex: FactIndex
  readonly recorder: TaskTimelineFold
  readonly streams: TaskStreams
  current(): StatusFact | undefined
}

export function createArtifactLog({ key, events, factIndex, recorder, streams, current }: PiecesDeps) {
  const { table } = events
  const artifacts = createArtifactFold(key)
  let isPushed = false
  const isOver = () => isSettled(current()?.status.state)

  return {
    take(update: ArtifactUpdate, where: Place) {
      isPushed ||= where.sighting.source === 'push'
      const { artifact, append, lastChunk } = update
      const { artifactId, name, parts } = artifact
      const place = artifacts.placeOf(artifactId)
      const digest = pieceDigest(place, update)
      recorder.addBurst(digest, table)
      const isRepeated = isRepetition(lastChunk, streams.open(), current()?.status)
      const same = factIndex.piece(place, digest, where, isRepeated ? where.repeats : undefined)
      if (same !== undefined) {
        events.see(same, where)
        return
      }
      const index = table.length
      events.add(artifacts.apply(update, index, isOver(), where.sighting), digest, where)
      recorder.piece(index, { artifact: place, artifactId, name, parts, append, last: lastChunk })
    },
    /** Applies texts that arrived together with the previous piece and continue it; returns false where each needs `take`. */
    goOn(like: ArtifactUpdate, texts: readonly string[], where: Place): boolean {
      const { append, lastChunk } = like
      const { artifactId } = like.artifact
      const place = artifacts.placeOf(artifactId)
      const index = table.length
      if (!append || lastChunk || isOver() || !factIndex.isSole(place, where)) return false
      if (!artifacts.goOn(artifactId, texts.join(''), texts.length, index + texts.length - 1)) return false
      factIndex.areNews(place, texts.length)
      const digests = texts.map((each) => textDigest(place, each))
      for (const digest of digests) recorder.addBurst(digest, table)
      table.pushPieces(place, digests, where.sighting)
      recorder.pieces(index, place, texts, where)
      return true
    },
    /** Returns how many characters of text no event had delivered before. */
    snapshot({ status, artifacts: stored = [] }: Task, where: Place): number {
      const { sighting } = where
      const final = isSettled(status.state)
      const takeOver = final || sighting.source === 'stream' || (streams.open() === 0 && !isPushed)
      let chars = 0
      for (const artifact of stored) chars += store(artifact, where, { takeOver, final, sighting })
      return chars
    },
    list: artifacts.list,
  }

  function store(artifact: Artifact, where: Place, how: Parameters<typeof artifacts.snapshot>[2]): number {
    const place = artifacts.placeOf(artifact.artifactId)
    const { relation, news } = artifacts.snapshot(artifact, table.length, how)
    recorder.stored(place, artifact, relation)
    if (!news) return 0
    const { fact, parts, isRest } = news
    events.add(fact, 0, where)
    const whole = isRest ? 'rest' : 'copy'
    recorder.piece(fact.index, { ...artifact, artifact: place, parts, append: false, last: false, whole })
    return isRest ? sizeOfParts(parts).text : 0
  }
}
