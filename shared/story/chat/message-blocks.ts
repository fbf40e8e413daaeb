// The blocks of messages, and of the calls that went wrong instead of an answer.

import { defined } from '../../defined.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { MessagePiece, MessageView, TaskView } from '../task-view.ts'
import type { Block } from './chat-row.ts'
import type { LaidBlock, LayoutSource } from './laid-block.ts'
import type { Segment } from './segment.ts'
import type { SegmentRows } from './segment-rows.ts'
import { type GrowingSegments, type KnownSegments, messageSegments, wayTo } from './segments.ts'
import { problemOf } from './send-problem.ts'
import { isByCaller } from './task-brief.ts'
import { markOf } from './task-rows.ts'

export function createMessageBlocks(segmentRows: SegmentRows, segmentsOf: KnownSegments) {
  // Views keep their reference until what they show changes: they are their own keys.
  const messages = new WeakMap<MessageView, LaidBlock>()
  const problems = new WeakMap<ExchangeView, LaidBlock | undefined>()
  const growing = new Map<string, GrowingSegments<MessagePiece>>()

  const segmentsOfView = (view: MessageView, key: string): readonly Segment[] => {
    if (!view.more) return segmentsOf(view.message, key, wayTo(view.first))
    const reader = growing.get(key) ?? messageSegments(view, key)
    growing.set(key, reader)
    return reader.read(view.more)
  }

  return {
    of(view: MessageView, source: LayoutSource): LaidBlock {
      const known = messages.get(view)
      if (known) return known
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
    place: wayTo(view.first),
    ...defined({ taskKey: view.taskKey }),
  }
}

/** Another program said it, through a tap; what only a task's history tells was said by who asked for the task. */
function isCallers({ first, origin, taskKey }: MessageView, { task, exchange }: LayoutSource): boolean {
  const asked: Pick<TaskView, 'first'> | undefined =
    origin === 'history' && taskKey !== undefined ? task(taskKey) : undefined
  return isByCaller(asked ?? { first }, exchange)
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
        ...(mayWantFilesTwice(exchange, view) && { filesTwice: true }),
      },
    ],
    segments: [],
  }
}

function mayWantFilesTwice({ agentError, call }: ExchangeView, { message }: MessageView): boolean {
  const refused = agentError !== undefined && call?.dialect === '0.3-proto'
  return refused && message.parts.some(({ kind }) => kind === 'file-bytes')
}
