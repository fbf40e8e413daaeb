// The conversation as rows that can be measured and drawn on their own, in blocks: a message, a turn of a task, a call that went wrong. A
// row keeps its reference while what it shows stays the same; a change costs the blocks it is in, and a walk over the others.

import type { Message } from '#shared/a2a/model.ts'
import { type List, slice } from '#shared/collections/list.ts'
import type { WorkingText } from '#shared/contract/chat.ts'
import type { ExchangeView } from '#shared/story/exchanges.ts'
import { isOffered } from '#shared/story/offered.ts'
import type {
  ConversationItem,
  ConversationView,
  MessagePiece,
  MessageView,
  TaskView,
} from '#shared/story/task-view.ts'
import { turnBodyOf } from '#shared/story/turn-body.ts'
import { createTurnReader, earlierCount, earlierIn, type Turn } from '#shared/story/turns.ts'
import { problemOf } from './problem.ts'
import type { Block, Layout, Row } from './row.ts'
import { createSegmentRows } from './segment-rows.ts'
import {
  artifactSegments,
  type GrowingSegments,
  messageSegments,
  type Segment,
  sayingSegments,
  segmentsOf,
} from './segments.ts'

export interface LayoutSource {
  task(key: string): TaskView | undefined
  exchange(id: string): ExchangeView | undefined
  /** What is folded out, by the key of its block: earlier states of a turn, tasks of others. */
  readonly open: ReadonlySet<string>
  /** Where each text does not tell by itself. */
  readonly workingText?: WorkingText | undefined
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
  readonly workingText: WorkingText | undefined
  readonly block: Block | undefined
}

export function createLayout(): LayoutBuilder {
  // Views keep their reference until what they show changes: they are their own keys.
  const messages = new WeakMap<MessageView, Block>()
  const problems = new WeakMap<ExchangeView, Block | undefined>()
  const turns = new Map<string, KnownTurn>()
  let last: LaidOut | undefined
  let offer: { readonly count: number; readonly block: Block } | undefined
  let items:
    | { readonly list: List<ConversationItem>; readonly array: readonly ConversationItem[] }
    | undefined
  const segments = new WeakMap<object, readonly Segment[]>()
  const artifacts = createKept(artifactSegments)
  const sayings = createKept(sayingSegments)
  const growing = new Map<string, GrowingSegments<MessagePiece>>()
  const turnReaders = createKept(createTurnReader)
  const segmentRows = createSegmentRows()

  const segmentsOfMessage = (message: Message, key: string, event?: number) => {
    const made = segments.get(message) ?? segmentsOf(message, key, event)
    segments.set(message, made)
    return made
  }
  const segmentsOfView = (view: MessageView, key: string) => {
    if (!view.more) return segmentsOfMessage(view.message, key)
    const reader = growing.get(key) ?? messageSegments(view, key)
    growing.set(key, reader)
    return reader.read(view.more)
  }

  const messageBlock = (view: MessageView): Block => {
    const key = `m${view.key}`
    const mine = view.origin === 'sent' || view.message.role === 'user'
    const content = segmentRows(segmentsOfView(view, key))
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

  const turnBlock = (task: TaskView, turn: Turn, open: boolean, as: WorkingText | undefined): Block => {
    const key = blockKeyOf(task, turn)
    const body = turnBodyOf(task, turn, as)
    const rows: Row[] = [{ kind: 'task-head', key, task, turn, body }]
    if (turn.isLast && task.unread !== undefined) {
      rows.push({ kind: 'unread', key: `${key}.unread`, events: task.unread })
    }
    const { states, told } = earlierCount(turn)
    if (states + told > 0) rows.push({ kind: 'earlier', key: `${key}.earlier`, task, turn })
    if (open) {
      for (const event of earlierIn(task, turn))
        rows.push({ kind: 'said', key: `${key}.said${event}`, task, event })
    }
    for (const { saying, count } of body.sayings) {
      const { index, pieces, generation } = saying
      rows.push(...segmentRows(sayings.of(`${key}.w${index}`).read(pieces, count, generation)))
    }
    for (const { artifact, also } of body.artifacts) {
      const { chunks, generation, artifactId } = artifact
      rows.push({ kind: 'artifact', key: `${key}.a${artifact.index}`, task, artifact, also })
      rows.push(
        ...segmentRows(artifacts.of(`a${task.key}/${artifactId}`).read(chunks, chunks.length, generation)),
      )
    }
    const { closing } = body
    if (closing) {
      rows.push(...segmentRows(segmentsOfMessage(closing.message, `${key}.last`, closing.event)))
      if (closing.also.states + closing.also.told > 0)
        rows.push({ kind: 'also', key: `${key}.also`, also: closing.also })
    }
    if (turn.isLast) rows.push({ kind: 'task-foot', key: `${key}.foot`, task })
    const { exchangeId, seq } = task.first
    return {
      key,
      kind: 'task',
      label: `Task ${turn.status?.state ?? 'unknown'}`,
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
  const turnBlockOf = (task: TaskView, number: number, source: LayoutSource): Block | undefined => {
    const { open, workingText } = source
    const key = blockKeyOf(task, { number })
    const isOpen = open.has(key)
    const known = turns.get(key)
    if (known?.task === task && known.isOpen === isOpen && known.workingText === workingText)
      return known.block
    const turn = turnReaders.of(task.key).turns(task)[number]
    const block = turn && turnBlock(task, turn, isOpen, workingText)
    turns.set(key, { task, isOpen, workingText, block })
    return block
  }
  const offerOf = (conversation: ConversationView, tasks: readonly TaskView[]) => {
    const { length: count } = tasks
    const isKnown = offer?.count === count && offer.block.key === offerKeyOf(conversation)
    if (!offer || !isKnown) offer = { count, block: offerBlock(conversation, tasks) }
    return offer.block
  }

  const itemsOf = ({ items: list }: ConversationView) => {
    if (items?.list !== list) items = { list, array: slice(list) }
    return items.array
  }

  return {
    async prepare(conversation, breathe) {
      if (items?.list === conversation.items) return
      for (const item of itemsOf(conversation)) {
        if (item.kind === 'task' || isInTask(item.message)) continue
        messageBlockOf(item.message)
        await breathe()
      }
    },
    build(conversation, source) {
      const { task: taskOf, exchange: exchangeOf, open } = source
      const shown: Block[] = []
      const offered: TaskView[] = []
      const isOfferOpen = open.has(offerKeyOf(conversation))
      const turnsShown = new Map<string, number>()
      const put = (block: Block | undefined) => {
        if (block) shown.push(block)
      }
      const putTurn = (key: string) => {
        const task = taskOf(key)
        if (!task) return
        const isOther = isOffered(task, conversation)
        if (isOther) offered.push(task)
        if (isOther && !isOfferOpen) return
        const number = turnsShown.get(key) ?? 0
        put(turnBlockOf(task, number, source))
        turnsShown.set(key, number + 1)
      }

      for (const item of itemsOf(conversation)) {
        if (item.kind === 'task') {
          putTurn(item.taskKey)
          continue
        }
        const { message: view } = item
        const task = view.taskKey === undefined ? undefined : taskOf(view.taskKey)
        const ofOther = task !== undefined && isOffered(task, conversation)
        if (isInTask(view) || (ofOther && !isOfferOpen)) continue
        put(messageBlockOf(view))
        if (view.origin !== 'sent') continue
        const exchange = exchangeOf(view.first.exchangeId)
        if (exchange) put(problemBlockOf(exchange, view))
        if (view.taskKey !== undefined && turnsShown.has(view.taskKey)) putTurn(view.taskKey)
      }
      if (offered.length > 0) shown.push(offerOf(conversation, offered))
      if (last && sameItems(last.shown, shown)) return last.layout
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

function sameItems<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index])
}

/** By key, made when first asked for. */
function createKept<T>(make: (key: string) => T): { of(key: string): T } {
  const kept = new Map<string, T>()
  return {
    of(key) {
      const one = kept.get(key) ?? make(key)
      kept.set(key, one)
      return one
    },
  }
}

/** What an agent says with a state, or keeps in a task's history, stands in the task's own block. */
function isInTask({ origin, isTold }: MessageView): boolean {
  return origin === 'status' || isTold === true
}

function offerKeyOf({ id }: ConversationView): string {
  return `o${id}`
}

function offerBlock(conversation: ConversationView, tasks: readonly TaskView[]): Block {
  const key = offerKeyOf(conversation)
  const { exchangeId, seq } = tasks[0]?.first ?? { exchangeId: '', seq: 0 }
  const row: Row = { kind: 'offer', key, count: tasks.length }
  return { key, kind: 'offer', label: 'Tasks of others', place: { exchangeId, seq }, rows: [row] }
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
