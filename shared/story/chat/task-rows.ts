// Rows of a task other than its text: its head, its earlier states, the heads of artifacts.

import { maxTitleChars, shorten } from '#shared/shorten.ts'
import type { Message } from '../../a2a/model.ts'
import { toolLine } from '../../a2a/tool-calls.ts'
import { defined } from '../../defined.ts'
import { artifactTitle } from '../artifact-content.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { ArtifactView, MessagePiece, MessageView, TaskView } from '../task-view.ts'
import type { Also } from '../turn-body.ts'
import { type OtherStates, startedAt, type Turn } from '../turns.ts'
import type { BareRow, Block, MessageMark, TaskBrief } from './chat-row.ts'
import type { LaidBlock, LayoutSource } from './laid-block.ts'
import type { Segment } from './segment.ts'
import type { SegmentRows } from './segment-rows.ts'
import { entryRefOf, type GrowingSegments, messageSegments, type SegmentCache } from './segments.ts'
import { problemOf } from './send-problem.ts'
import { isByCaller } from './task-brief.ts'

/** Of a task's last message in its head; the chat shows it whole below. */
const maxTaskNoteChars = 300

export function headRow(
  key: string,
  task: TaskBrief,
  { status, isLast }: Turn,
  note: Message | undefined,
): BareRow {
  return {
    kind: 'task-head',
    key,
    task,
    ...defined({ state: status?.state }),
    isLast,
    ...(note && { note: oneLine(note) }),
  }
}

export function earlierRow(key: string, others: OtherStates): BareRow {
  return { kind: 'earlier', key: `${key}.earlier`, ...others }
}

/** An earlier state, or a message that only its history contains. */
export function stateRow(key: string, task: TaskView, event: number, byCaller: boolean): readonly BareRow[] {
  const taskEvent = task.events.at(event)
  if (!taskEvent || taskEvent.fact.kind === 'artifact') return []
  const { fact } = taskEvent
  const message = fact.kind === 'status' ? fact.status.message : fact.message
  const source = fact.kind === 'status' ? { state: fact.status.state } : { role: fact.message.role }
  const ms = taskEvent.first.at - startedAt(task)
  const words = message ? oneLine(message) : ''
  return [{ kind: 'said', key: `${key}.said${event}`, ms, ...source, ...(byCaller && { byCaller }), words }]
}

export function artifactRow(key: string, task: TaskView, artifact: ArtifactView, also: Also): BareRow {
  const { description, content, textLength, lastChunk, marks, stored } = artifact
  const isDifferent = stored === 'differs' || stored === 'stored-ahead'
  const place = content.segments[0]?.origins[0]?.place
  return {
    kind: 'artifact',
    key,
    name: artifactTitle(artifact),
    ...(description && { description: shorten(description, maxTitleChars) }),
    chunks: content.pieces,
    characters: textLength,
    growing: !lastChunk && task.openStreams > 0,
    marks: { ...marks, ...(isDifferent && { stored }) },
    also,
    ...defined({ place }),
  }
}

function markOf({ first, origin, idReused }: MessageView, key: string): MessageMark {
  return { key, at: first.at, origin, ...defined({ idReused }) }
}

/** The message in one line, cut. */
function oneLine({ parts }: Message): string {
  const words = parts.flatMap((part) => {
    const line = part.kind === 'text' ? part.text : part.kind === 'data' ? toolLine(part) : undefined
    return line === undefined ? [] : [line.slice(0, 4 * maxTaskNoteChars)]
  })
  const line = words.length > 0 || parts.length === 0 ? words.join(' ') : partCount(parts.length)
  return line.slice(0, maxTaskNoteChars)
}

function partCount(count: number): string {
  return count === 1 ? '1 part' : `${count} parts`
}

// The blocks of messages, and of failed calls.

export function createMessageBlocks(segmentRows: SegmentRows, segmentsOf: SegmentCache) {
  // Views keep their reference until their content changes, so they serve as keys.
  const messages = new WeakMap<MessageView, LaidBlock>()
  const problems = new WeakMap<ExchangeView, LaidBlock | undefined>()
  const growing = new Map<string, GrowingSegments<MessagePiece>>()

  const segmentsOfView = (view: MessageView, key: string): readonly Segment[] => {
    if (!view.more) return segmentsOf(view.message, key, entryRefOf(view.first))
    const reader = growing.get(key) ?? messageSegments(view, key)
    growing.set(key, reader)
    return reader.read(view.more)
  }

  return {
    blockOf(view: MessageView, source: LayoutSource): LaidBlock {
      const laidBlock = messages.get(view)
      if (laidBlock) return laidBlock
      const key = messageKeyOf(view)
      const segments = segmentsOfView(view, key)
      const content = segmentRows(segments)
      const made: LaidBlock = {
        block: messageBlock(view, key, source),
        rows: [
          { kind: 'meta', key: `${key}.meta`, message: markOf(view, key) },
          ...(content.length > 0 ? content : [{ kind: 'empty', key: `${key}.empty` } as const]),
        ],
        segments,
      }
      messages.set(view, made)
      return made
    },
    problem(exchange: ExchangeView, view: MessageView): LaidBlock | undefined {
      if (!problems.has(exchange)) problems.set(exchange, problemBlock(exchange, view))
      return problems.get(exchange)
    },
  }
}

export function messageKeyOf({ first, key }: MessageView): string {
  return `m${first.seq}.${key}`
}

function messageBlock(view: MessageView, key: string, source: LayoutSource): Block {
  const mine = view.origin === 'sent' || view.message.role === 'user'
  const mineLabel = isCallers(view, source) ? 'Caller' : 'You'
  return {
    key,
    kind: mine ? 'mine' : 'theirs',
    label: mine ? mineLabel : 'Agent',
    place: entryRefOf(view.first),
    ...defined({ taskKey: view.taskKey }),
  }
}

/** Whether another program sent it, through a tap; a message of a history was sent by the requester of the task. */
function isCallers({ first, origin, taskKey }: MessageView, { task, exchange }: LayoutSource): boolean {
  const request: Pick<TaskView, 'first'> | undefined =
    origin === 'history' && taskKey !== undefined ? task(taskKey) : undefined
  return isByCaller(request ?? { first }, exchange)
}

function problemBlock(exchange: ExchangeView, view: MessageView): LaidBlock | undefined {
  const problem = problemOf(exchange)
  if (!problem) return undefined
  const { id: exchangeId, call } = exchange
  const key = `p${exchangeId}`
  return {
    block: { key, kind: 'problem', label: problem.what, place: { exchangeId, seq: view.first.seq } },
    rows: [
      {
        ...{ kind: 'problem', key, problem, exchangeId, message: markOf(view, messageKeyOf(view)) },
        ...defined({ agentId: call?.agentId }),
        ...(mayNeedFilesTwice(exchange, view) && { filesTwice: true }),
      },
    ],
    segments: [],
  }
}

function mayNeedFilesTwice({ agentError, call }: ExchangeView, { message }: MessageView): boolean {
  const refused = agentError !== undefined && call?.dialect === '0.3-proto'
  return refused && message.parts.some(({ kind }) => kind === 'file-bytes')
}
