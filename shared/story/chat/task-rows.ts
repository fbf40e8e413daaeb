// The rows of a task that are no text of its own: its head, its earlier states, what an artifact is called.

import { maxTitleChars, shorten } from '#shared/shorten.ts'
import type { Message } from '../../a2a/model.ts'
import { toolLine } from '../../a2a/tool-calls.ts'
import { defined } from '../../defined.ts'
import { artifactTitle } from '../artifact-title.ts'
import type { ArtifactView, MessageView, TaskView } from '../task-view.ts'
import type { Also } from '../turn-body.ts'
import { type OtherStates, startedAt, type Turn } from '../turns.ts'
import type { BareRow, MessageMark, TaskBrief } from './chat-row.ts'

/** Of a task's last words in its head; the chat shows them whole below. */
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

/** A state before the last one, or a message that only its history tells of. */
export function saidRow(key: string, task: TaskView, event: number, byCaller: boolean): readonly BareRow[] {
  const seen = task.events.at(event)
  if (!seen || seen.fact.kind === 'artifact') return []
  const { fact } = seen
  const message = fact.kind === 'status' ? fact.status.message : fact.message
  const of = fact.kind === 'status' ? { state: fact.status.state } : { role: fact.message.role }
  const ms = seen.first.at - startedAt(task)
  const words = message ? oneLine(message) : ''
  return [{ kind: 'said', key: `${key}.said${event}`, ms, ...of, ...(byCaller && { byCaller }), words }]
}

export function artifactRow(key: string, task: TaskView, artifact: ArtifactView, also: Also): BareRow {
  const { description, content, textLength, lastChunk, marks, stored } = artifact
  const isTold = stored === 'differs' || stored === 'stored-ahead'
  const place = content.segments[0]?.origins[0]?.place
  return {
    kind: 'artifact',
    key,
    name: artifactTitle(artifact),
    ...(description && { description: shorten(description, maxTitleChars) }),
    chunks: content.pieces,
    characters: textLength,
    growing: !lastChunk && task.openStreams > 0,
    marks: { ...marks, ...(isTold && { stored }) },
    also,
    ...defined({ place }),
  }
}

export function markOf({ first, origin, idReused }: MessageView, key: string): MessageMark {
  return { key, at: first.at, origin, ...defined({ idReused }) }
}

/** As much of a message as one line can tell. */
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
