// The conversation as rows that can be measured and drawn on their own, in blocks: a message, a turn of a task, a call that went wrong. A
// row keeps its reference while what it shows stays the same; a change costs the blocks it is in, and a walk over the others.

import type { Message } from '#shared/a2a/model.ts'
import { at, type List, slice } from '#shared/collections/list.ts'
import type { ExchangeView } from '#shared/story/exchanges.ts'
import type {
  ArtifactView,
  ConversationItem,
  ConversationView,
  MessageView,
  TaskView,
} from '#shared/story/task-view.ts'
import { problemOf } from './problem.ts'
import type { Block, Layout, Row } from './row.ts'
import { createSegmentRows } from './segment-rows.ts'
import { type ArtifactSegments, createArtifactSegments, type Segment, segmentsOf } from './segments.ts'
import { createTurnReader, isMadeIn, rests, type Turn, type TurnReader } from './turns.ts'

export interface LayoutSource {
  task(key: string): TaskView | undefined
  exchange(id: string): ExchangeView | undefined
  /** Turns whose earlier states are shown, by the key of their block. */
  readonly open: ReadonlySet<string>
}

export interface LayoutBuilder {
  /** Lays out the messages ahead of `build`, `breathe` awaited between them. */
  prepare(conversation: ConversationView, breathe: () => Promise<void>): Promise<void>
  build(conversation: ConversationView, source: LayoutSource): Layout
}

interface LaidOut {
  readonly shown: readonly Block[]
  readonly layout: Layout
}

interface KnownTurn {
  readonly task: TaskView
  readonly isOpen: boolean
  readonly block: Block | undefined
}

export function createLayout(): LayoutBuilder {
  // Views keep their reference until what they show changes: they are their own keys.
  const messages = new WeakMap<MessageView, Block>()
  const problems = new WeakMap<ExchangeView, Block | undefined>()
  const turns = new Map<string, KnownTurn>()
  let last: LaidOut | undefined
  let items:
    | { readonly list: List<ConversationItem>; readonly array: readonly ConversationItem[] }
    | undefined
  const segments = new WeakMap<object, readonly Segment[]>()
  const artifacts = new Map<string, ArtifactSegments>()
  const turnReaders = new Map<string, TurnReader>()
  const segmentRows = createSegmentRows()

  const messageSegments = (message: Message, key: string, event?: number) => {
    const made = segments.get(message) ?? segmentsOf(message, key, event)
    segments.set(message, made)
    return made
  }
  const artifactSegments = (task: TaskView, artifact: ArtifactView) => {
    const key = `a${task.key}/${artifact.artifactId}`
    const reader = artifacts.get(key) ?? createArtifactSegments(key)
    artifacts.set(key, reader)
    return reader.read(artifact)
  }

  const messageBlock = (view: MessageView): Block => {
    const key = `m${view.key}`
    const mine = view.origin === 'sent' || view.message.role === 'user'
    const content = segmentRows(messageSegments(view.message, key))
    const rows: Row[] = [
      { kind: 'meta', key: `${key}.meta`, view },
      ...(content.length > 0 ? content : [{ kind: 'empty', key: `${key}.empty` } as const]),
    ]
    const { exchangeId, seq } = view.first
    return {
      key,
      kind: mine ? 'mine' : 'theirs',
      label: mine ? 'You' : 'Agent',
      place: { exchangeId, seq },
      ...(view.taskKey !== undefined && { taskKey: view.taskKey }),
      rows,
    }
  }

  const turnBlock = (task: TaskView, turn: Turn, open: boolean): Block => {
    const key = blockKeyOf(task, turn)
    const rows: Row[] = [{ kind: 'task-head', key, task, turn }]
    if (turn.isLast && task.unread !== undefined) {
      rows.push({ kind: 'unread', key: `${key}.unread`, events: task.unread })
    }
    const { from, to } = turn.statuses
    if (to - from > 1) rows.push({ kind: 'earlier', key: `${key}.earlier`, task, turn })
    if (open) {
      for (const event of slice(task.statuses, from, to - 1)) {
        rows.push({ kind: 'said', key: `${key}.said${event}`, task, event })
      }
    }
    for (const artifact of slice(task.artifacts)) {
      if (!isMadeIn(artifact, turn)) continue
      rows.push({ kind: 'artifact', key: `${key}.a${artifact.index}`, task, artifact })
      rows.push(...segmentRows(artifactSegments(task, artifact)))
    }
    const { status } = turn
    if (status?.message && rests(turn)) {
      const event = to > from ? at(task.statuses, to - 1) : undefined
      rows.push(...segmentRows(messageSegments(status.message, `${key}.last`, event)))
    }
    if (turn.isLast) rows.push({ kind: 'task-foot', key: `${key}.foot`, task })
    const { exchangeId, seq } = task.first
    return {
      key,
      kind: 'task',
      label: `Task ${status?.state ?? 'unknown'}`,
      place: { exchangeId, seq },
      taskKey: task.key,
      rows,
    }
  }

  const messageBlockOf = (view: MessageView): Block => {
    const known = messages.get(view)
    if (known) return known
    const made = messageBlock(view)
    messages.set(view, made)
    return made
  }
  const problemBlockOf = (exchange: ExchangeView, view: MessageView): Block | undefined => {
    if (!problems.has(exchange)) problems.set(exchange, problemBlock(exchange, view))
    return problems.get(exchange)
  }
  const turnBlockOf = (task: TaskView, number: number, open: ReadonlySet<string>): Block | undefined => {
    const key = blockKeyOf(task, { number })
    const isOpen = open.has(key)
    const known = turns.get(key)
    if (known?.task === task && known.isOpen === isOpen) return known.block
    const reader = turnReaders.get(task.key) ?? createTurnReader()
    turnReaders.set(task.key, reader)
    const turn = reader.turns(task)[number]
    const block = turn && turnBlock(task, turn, isOpen)
    turns.set(key, { task, isOpen, block })
    return block
  }

  const itemsOf = ({ items: list }: ConversationView) => {
    if (items?.list !== list) items = { list, array: slice(list) }
    return items.array
  }

  return {
    async prepare(conversation, breathe) {
      if (items?.list === conversation.items) return
      for (const item of itemsOf(conversation)) {
        if (item.kind === 'task' || item.message.origin === 'status') continue
        messageBlockOf(item.message)
        await breathe()
      }
    },
    build(conversation, { task: taskOf, exchange: exchangeOf, open }) {
      const shown: Block[] = []
      const turnsShown = new Map<string, number>()
      const put = (block: Block | undefined) => {
        if (block) shown.push(block)
      }
      const putTurn = (key: string) => {
        const task = taskOf(key)
        if (!task) return
        const number = turnsShown.get(key) ?? 0
        put(turnBlockOf(task, number, open))
        turnsShown.set(key, number + 1)
      }

      for (const item of itemsOf(conversation)) {
        if (item.kind === 'task') {
          putTurn(item.taskKey)
          continue
        }
        const { message: view } = item
        // What an agent says with a state stands in the task's own block.
        if (view.origin === 'status') continue
        put(messageBlockOf(view))
        if (view.origin !== 'sent') continue
        const exchange = exchangeOf(view.first.exchangeId)
        if (exchange) put(problemBlockOf(exchange, view))
        if (view.taskKey !== undefined && turnsShown.has(view.taskKey)) putTurn(view.taskKey)
      }
      if (last && sameBlocks(last.shown, shown)) return last.layout
      last = { shown, layout: laidOut(shown, last) }
      return last.layout
    },
  }
}

/** What lies before the first block that changed is copied as it was. */
function laidOut(shown: readonly Block[], before: LaidOut | undefined): Layout {
  let same = 0
  while (before && same < shown.length && before.shown[same] === shown[same]) same++
  let kept = 0
  for (let index = 0; index < same; index++) kept += shown[index]?.rows.length ?? 0
  const rows = before?.layout.rows.slice(0, kept) ?? []
  const blocks = before?.layout.blocks.slice(0, kept) ?? []
  for (const block of shown.slice(same)) {
    for (const row of block.rows) {
      rows.push(row)
      blocks.push(block)
    }
  }
  return { rows, blocks, count: shown.length }
}

function sameBlocks(before: readonly Block[], after: readonly Block[]): boolean {
  return before.length === after.length && before.every((block, index) => block === after[index])
}

export function blockKeyOf(task: Pick<TaskView, 'key'>, { number }: Pick<Turn, 'number'>): string {
  return `t${task.key}#${number}`
}

function problemBlock(exchange: ExchangeView, view: MessageView): Block | undefined {
  const problem = problemOf(exchange)
  if (!problem) return undefined
  const key = `p${exchange.id}`
  const row: Row = { kind: 'problem', key, problem, exchange, view }
  const place = { exchangeId: exchange.id, seq: view.first.seq }
  return { key, kind: 'problem', label: problem.what, place, rows: [row] }
}
