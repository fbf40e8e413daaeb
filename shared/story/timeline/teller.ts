// What an update means for the rows of a task's timeline: a fact makes a row or joins a burst, a fact seen before becomes a
// sighting of its row. The same rules as `tasks.ts`, of which only positions, sizes and digests are kept.

import type { ArtifactUpdate, Message, Part, StatusUpdate, Task, TaskStatus } from '../../a2a/model.ts'
import { isSettled } from '../../a2a/task-states.ts'
import { createRecent } from '../../collections/recent.ts'
import { contentBytes, utf8Bytes } from '../../record/text-size.ts'
import { contentDigest, partsKey } from '../content-key.ts'
import type { Channel, Source } from '../sightings.ts'
import {
  hasIdentity,
  isLate,
  isRepetition,
  isRetold,
  sameStatus,
  statusKey,
  timeOf,
} from '../status-identity.ts'
import { type ArtifactOutlines, type ArtifactState, createArtifactOutlines } from './artifact-outlines.ts'
import type { FigureFold } from './figure-fold.ts'
import { createKnownMessages } from './known-messages.ts'
import { createLane, type LaneFold } from './lane.ts'
import type { RowMark } from './outline.ts'
import type { Reconnects } from './reconnects.ts'
import { createRowTable, type NewRow, type RowTable } from './row-table.ts'
import { addParts, addText } from './stored-copy.ts'
import { createTwins, type Twin } from './twins.ts'

/** Where an update was said. */
export interface Said {
  readonly source: Source
  readonly exchangeId: string
  readonly channel: Channel
  readonly seq: number
  readonly ms: number
  readonly at: number
  /** The same words came to the same webhook before, and told this. */
  readonly repeats?: Twin
}

interface Chunk {
  readonly artifactId: string
  readonly name?: string | undefined
  readonly append: boolean
  readonly last: boolean
}

export interface Teller {
  readonly rows: RowTable
  readonly lane: LaneFold
  readonly artifacts: ArtifactOutlines
  /** Each gives the row the update is in; undefined when it made none. */
  status(update: StatusUpdate, said: Said): number | undefined
  artifact(update: ArtifactUpdate, said: Said, openStreams: number): number | undefined
  text(chunk: Chunk, text: string, said: Said): number | undefined
  snapshot(task: Task, said: Said, openStreams: number): number | undefined
  message(message: Message, said: Said): number | undefined
  /** The fact of a row once more. */
  again(row: number, firstMs: number, said: Said): void
  keepAlive(said: Said): number | undefined
  /** Anything else that stands by itself. */
  other(row: Omit<NewRow, 'seq' | 'ms' | 'source'>, said: Said): number | undefined
  readonly moreRows: number
}

/** A pause after which the next piece begins a row of its own. */
const burstPauseMs = 2_000
/** Statuses that can be met again. */
const mostStatuses = 65_536

interface Burst {
  readonly row: number
  readonly exchangeId: string
  readonly source: Source
}

export function createTeller(figures: FigureFold, reconnects: Reconnects): Teller {
  const rows = createRowTable()
  const lane = createLane()
  const artifacts = createArtifactOutlines()
  const chunkTwins = createTwins()
  const statusTwins = createTwins()
  const messages = createKnownMessages()
  const statusRows = createRecent<number, { readonly row: number; readonly ms: number }>(mostStatuses)
  // Bursts that may still grow: pieces of several artifacts may come by turns.
  let bursts = new Map<number, Burst>()
  let keepAlives: Burst | undefined
  let current: { status: TaskStatus; row: number; ms: number; source: Source; exchangeId: string } | undefined
  let pushed = false
  let moreRows = 0

  const add = (row: NewRow): number | undefined => {
    const index = rows.add(row)
    if (index === undefined) moreRows++
    return index
  }
  const stand = (row: NewRow): number | undefined => {
    bursts = new Map()
    keepAlives = undefined
    return add(row)
  }
  const again = (row: number, firstMs: number, { source, seq, ms }: Said) => {
    if (row >= 0) rows.again(row, { source, seq, delayMs: Math.max(0, ms - firstMs) })
    return row < 0 ? undefined : row
  }

  /** Somebody could read it then. What is looked up of a task that has ended tells nothing of how fast it was. */
  const read = ({ role, parts }: Pick<Message, 'role' | 'parts'>, { ms, source }: Said) => {
    const isLookedUp =
      source === 'poll' && current !== undefined && current.ms < ms && isSettled(current.status.state)
    if (role !== 'user' && !isLookedUp && hasText(parts)) figures.firstText(ms)
  }
  const tellStatus = (status: TaskStatus, said: Said): number | undefined => {
    const { source, seq, ms, exchangeId } = said
    const inOrder = current?.source === 'stream' && source === 'stream' && current.exchangeId === exchangeId
    const late = current !== undefined && !inOrder && isLate(status, current.status)
    const row = rows.length
    const possible = late || lane.become(status.state, { ms, seq, row })
    const index = stand({ kind: 'status', source, seq, ms, state: status.state, late, impossible: !possible })
    if (!late && !isRetold(status, current?.status, source)) {
      current = { status, row: index ?? -1, ms, source, exchangeId }
    }
    return index
  }
  const knownStatus = (status: TaskStatus, said: Said) => {
    if (!hasIdentity(status)) {
      return statusTwins.match(
        contentDigest(status.state),
        said.seq,
        said.channel,
        () => rows.length,
        said.ms,
      )
    }
    const key = contentDigest(statusKey(status))
    const known = statusRows.get(key)
    if (known) return known
    statusRows.set(key, { row: rows.length, ms: said.ms })
    return undefined
  }
  const seeStatus = (
    status: TaskStatus,
    said: Said,
    shown = false,
  ): { row: number | undefined; news: boolean } => {
    if (status.message) {
      messages.meet(status.message)
      read(status.message, said)
    }
    const agentMs = timeOf(status.timestamp)
    const isCurrent = shown && current !== undefined && sameStatus(current.status, status)
    const known = isCurrent && current ? current : knownStatus(status, said)
    if (known) return { row: again(known.row, known.ms, said), news: false }
    if (agentMs !== undefined && said.source !== 'poll') figures.clock(agentMs, said.at)
    return { row: tellStatus(status, said), news: true }
  }

  /** The burst a piece joins, unless it begins one. */
  const openBurst = (state: ArtifactState, begins: boolean, said: Said): Burst | undefined => {
    const open = bursts.get(state.index)
    if (begins || open?.exchangeId !== said.exchangeId || open.source !== said.source) return undefined
    return said.ms - rows.untilMs(open.row) < burstPauseMs ? open : undefined
  }
  const burst = (
    state: ArtifactState,
    open: Burst | undefined,
    marks: readonly RowMark[],
    bytes: number,
    said: Said,
  ): number | undefined => {
    const { source, seq, ms, exchangeId } = said
    if (open) {
      rows.extend(open.row, { seq, ms, bytes, marks: marks.filter((mark) => mark === 'last') })
      return open.row
    }
    const place = Math.max(0, state.chunks.length - 1)
    const row = add({ kind: 'chunks', source, seq, ms, bytes, artifact: state.index, place, marks })
    if (row !== undefined && !marks.includes('whole')) bursts.set(state.index, { row, exchangeId, source })
    else bursts.delete(state.index)
    return row
  }

  const tellChunk = (
    chunk: Chunk,
    content: string,
    bytes: number,
    parts: readonly Part[] | undefined,
    said: Said,
  ): number | undefined => {
    const { artifactId, name, append, last } = chunk
    const state = artifacts.of(artifactId)
    pushed ||= said.source === 'push'
    const { seq, ms } = said
    const key = chunkKey(state.index, chunk, content)
    if (said.source === 'stream') reconnects.piece(said.exchangeId, key, chunkTwins.newest)
    const open = openBurst(state, !append && state.chunks.length > 0, said)
    const row = () => open?.row ?? rows.length
    const known = chunkTwins.match(key, seq, said.channel, row, ms, said.repeats)
    if (known) return again(known.row, known.ms, said)
    const marks = artifacts.add(state, { artifactId, name, append, last, whole: false, bytes, seq, ms })
    if (parts) addParts(state.content, parts)
    else addText(state.content, content)
    return burst(state, open, marks, bytes, said)
  }

  return {
    rows,
    lane,
    artifacts,
    get moreRows() {
      return moreRows
    },
    status: (update, said) => seeStatus(update.status, said).row,
    artifact({ artifact, append, lastChunk }, { repeats, ...told }, openStreams) {
      const mayRepeat = isRepetition(lastChunk, openStreams, current?.status)
      const said = mayRepeat && repeats ? { ...told, repeats } : told
      const { artifactId, name, parts } = artifact
      const chunk = { artifactId, name, append, last: lastChunk }
      const content = plainText(parts) ?? `\0${partsKey(parts)}`
      read({ role: 'agent', parts }, said)
      return tellChunk(chunk, content, contentBytes(parts), parts, said)
    },
    text(chunk, text, said) {
      if (text !== '') figures.firstText(said.ms)
      return tellChunk(chunk, text, utf8Bytes(text), undefined, said)
    },
    snapshot(task, said, openStreams) {
      const seen = seeStatus(task.status, said, true)
      const final = isSettled(task.status.state)
      const takeOver = final || said.source === 'stream' || (openStreams === 0 && !pushed)
      let { row } = seen
      for (const [place, message] of (task.history ?? []).entries()) {
        if (!messages.meet(message)) continue
        read(message, said)
        const { source, seq, ms } = said
        stand({
          kind: 'message',
          source,
          seq,
          ms,
          bytes: contentBytes(message.parts),
          place,
          marks: ['history'],
        })
      }
      let caughtUp = 0
      for (const artifact of task.artifacts ?? []) {
        const copy = artifacts.compare(artifact, said.source, said.seq)
        const state = artifacts.of(artifact.artifactId)
        if (copy.as === 'equal' || !takeOver) continue
        read({ role: 'agent', parts: artifact.parts }, said)
        const { seq, ms } = said
        const ahead = copy.as === 'ahead'
        const parts = ahead ? copy.rest : artifact.parts
        const begun = state.chunks.length > 0
        const bytes = contentBytes(parts)
        const piece = {
          artifactId: artifact.artifactId,
          name: artifact.name,
          append: ahead && begun,
          last: false,
        }
        const marks = artifacts.add(state, { ...piece, whole: true, bytes, seq, ms })
        if (ahead) caughtUp += copy.content.chars - state.content.chars
        state.content = copy.content
        row = burst(state, undefined, ahead ? marks : [...marks, 'differs'], bytes, said) ?? row
      }
      if (said.source === 'stream') {
        reconnects.caughtUp(said.exchangeId, { chars: caughtUp, states: seen.news ? 1 : 0 })
      }
      return row
    },
    again,
    message(message, said) {
      const { source, seq, ms } = said
      messages.meet(message)
      read(message, said)
      const marks = { kind: message.role === 'user' ? ('sent' as const) : ('message' as const) }
      return stand({ ...marks, source, seq, ms, bytes: contentBytes(message.parts) })
    },
    keepAlive({ source, seq, ms, exchangeId }) {
      if (keepAlives?.exchangeId === exchangeId) {
        rows.extend(keepAlives.row, { seq, ms, bytes: 0 })
        return keepAlives.row
      }
      const row = add({ kind: 'keep-alive', source, seq, ms })
      if (row !== undefined) keepAlives = { row, exchangeId, source }
      return row
    },
    other: (row, { source, seq, ms }) => stand({ ...row, source, seq, ms }),
  }
}

/** As in `tasks.ts`: metadata is left out, it is the content and the flags that make a piece. */
function chunkKey(artifact: number, { append, last }: Chunk, content: string): number {
  return contentDigest(content, artifact * 4 + (append ? 2 : 0) + (last ? 1 : 0))
}

function hasText(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.text.trim() !== '')
}

function plainText(parts: readonly Part[]): string | undefined {
  const [part] = parts
  return parts.length === 1 && part?.kind === 'text' ? part.text : undefined
}
