// What a frame says in two words, read with the dialect of its exchange; each frame is read once.

import type { Part, TaskState, Update } from '#shared/a2a/model.ts'
import type { FrameEntry, RequestEntry } from '#shared/record/entry.ts'
import { joinWords } from '../../../ui/format.ts'
import { decodeAnswer } from '../exchange-parts.ts'

export interface FrameKind {
  readonly name: string
  readonly detail?: string
  readonly state?: TaskState
  readonly tone?: 'quiet' | 'wrong'
  /** The text in it, by its beginning. */
  readonly says?: string
}

export type FrameKinds = (frame: FrameEntry) => FrameKind

export function createFrameKinds(request: RequestEntry | undefined): FrameKinds {
  const known = new WeakMap<FrameEntry, FrameKind>()
  return (frame) => {
    const kind = known.get(frame) ?? frameKindOf(frame, request)
    known.set(frame, kind)
    return kind
  }
}

/** Of a frame that is decoded to name its row; a longer one is called large, and opens whole. */
const maxNamedFrameChars = 262_144

function frameKindOf(frame: FrameEntry, request: RequestEntry | undefined): FrameKind {
  if (frame.framing === 'sse-comment') return { name: 'comment', tone: 'quiet' }
  const text = frame.data?.text ?? frame.raw.text
  if (text === undefined || text.length > maxNamedFrameChars) return { name: 'large', tone: 'quiet' }
  const answer = decodeAnswer(frame, request, undefined, text)
  switch (answer.kind) {
    case 'error':
      return { name: 'error', detail: answer.error.message, tone: 'wrong' }
    case 'unreadable':
      return { name: 'unreadable', detail: answer.reason, tone: 'wrong' }
    case 'result':
      return answer.result.kind === 'update' ? updateKind(answer.result.update) : { name: answer.result.kind }
    case 'nothing':
    case 'not-loaded':
      return { name: 'event' }
  }
}

function updateKind(update: Update): FrameKind {
  switch (update.kind) {
    case 'task':
      return { name: 'task', state: update.task.status.state, ...textIn(update.task.status.message?.parts) }
    case 'message':
      return { name: 'message', ...textIn(update.message.parts) }
    case 'status': {
      const { state, message } = update.status.status
      return { name: 'status', state, ...textIn(message?.parts) }
    }
    case 'artifact': {
      const { artifact, append, lastChunk } = update.artifact
      const flags = joinWords(', ', append && 'append', lastChunk && 'last')
      return {
        name: 'artifact',
        detail: joinWords(' · ', artifact.name ?? artifact.artifactId, flags),
        ...textIn(artifact.parts),
      }
    }
  }
}

/** Of a frame's text in its row; the frame opens whole. */
const maxFrameTextChars = 200

function textIn(parts: readonly Part[] = []): Pick<FrameKind, 'says'> {
  const text = parts.find((part) => part.kind === 'text')?.text.slice(0, maxFrameTextChars)
  return text ? { says: text } : {}
}
