// The artifacts of a task: pieces as they arrived, and the whole artifacts of snapshots.

import type { Artifact, ArtifactUpdate, Task } from '../a2a/model.ts'
import { isSettled } from '../a2a/task-states.ts'
import { type ArtifactFold, createArtifactFold, type SnapshotTerms, sizeOfParts } from './artifacts.ts'
import { type EventLog, pieceDigest, type TaskStreams, textDigest } from './event-log.ts'
import type { Place } from './sightings.ts'
import { isRepetition } from './status-identity.ts'

export class ArtifactLog {
  readonly #log: EventLog
  readonly #streams: TaskStreams
  readonly #artifacts: ArtifactFold
  #isPushed = false

  /** `taskKey` is in the keys of their contents. */
  constructor(taskKey: string, log: EventLog, streams: TaskStreams) {
    this.#artifacts = createArtifactFold(taskKey)
    this.#log = log
    this.#streams = streams
  }

  take(update: ArtifactUpdate, where: Place) {
    this.#isPushed ||= where.sighting.source === 'push'
    const log = this.#log
    const { recorder, table } = log
    const { artifact, append, lastChunk } = update
    const { artifactId, name, parts } = artifact
    const place = this.#artifacts.placeOf(artifactId)
    const digest = pieceDigest(place, update)
    recorder.addBurst(digest, table)
    const repeats = isRepetition(lastChunk, this.#streams.open(), log.current?.status)
      ? where.repeats
      : undefined
    const same = log.factIndex.piece(place, digest, where, repeats)
    if (same !== undefined) {
      log.see(same, where)
      return
    }
    const index = table.length
    log.add(this.#artifacts.apply(update, index, log.isSettled(), where.sighting), digest, where)
    recorder.piece(index, { artifact: place, artifactId, name, parts, append, last: lastChunk })
  }

  /** Texts that arrived together and continue the previous piece; false where each must be added by itself. */
  goOn(like: ArtifactUpdate, texts: readonly string[], where: Place): boolean {
    const { recorder, table, factIndex } = this.#log
    const { append, lastChunk } = like
    const { artifactId } = like.artifact
    const place = this.#artifacts.placeOf(artifactId)
    const index = table.length
    if (!append || lastChunk || this.#log.isSettled() || !factIndex.isSole(place, where)) return false
    const last = index + texts.length - 1
    if (!this.#artifacts.goOn(artifactId, texts.join(''), texts.length, last)) return false
    factIndex.areNews(place, texts.length)
    const digests = texts.map((each) => textDigest(place, each))
    for (const digest of digests) recorder.addBurst(digest, table)
    table.pushPieces(place, digests, where.sighting)
    recorder.pieces(index, place, texts, where)
    return true
  }

  /** Returns how many characters of text no event had delivered. */
  snapshot({ status, artifacts: stored = [] }: Task, where: Place): number {
    const { sighting } = where
    const final = isSettled(status.state)
    const takeOver = final || sighting.source === 'stream' || (this.#streams.open() === 0 && !this.#isPushed)
    let chars = 0
    for (const artifact of stored) chars += this.#store(artifact, where, { takeOver, final, sighting })
    return chars
  }

  readonly list = () => this.#artifacts.list()

  #store(artifact: Artifact, where: Place, terms: SnapshotTerms): number {
    const { recorder, table } = this.#log
    const place = this.#artifacts.placeOf(artifact.artifactId)
    const { relation, news } = this.#artifacts.snapshot(artifact, table.length, terms)
    recorder.stored(place, artifact, relation)
    if (!news) return 0
    const { fact, parts, isRest } = news
    this.#log.add(fact, 0, where)
    const whole = isRest ? 'rest' : 'copy'
    recorder.piece(fact.index, { ...artifact, artifact: place, parts, append: false, last: false, whole })
    return isRest ? sizeOfParts(parts).text : 0
  }
}
