// The conversation as rows that can be measured and drawn on their own, in blocks: a message, a turn of a task, a call that went wrong. A
// row keeps its reference while what it shows stays the same; a change costs the blocks it is in, and a walk over the others.

import { type List, slice } from '../../collections/list.ts'
import type { ConversationItem, ConversationView, MessageView, TaskView } from '../task-view.ts'
import type { BareRow, Block } from './chat-row.ts'
import type { LaidBlock, LayoutSource } from './laid-block.ts'
import { createMessageBlocks } from './message-blocks.ts'
import type { Segment } from './segment.ts'
import { createSegmentRows } from './segment-rows.ts'
import { createKnownSegments, wayTo } from './segments.ts'
import { isToldBy } from './send-problem.ts'
import { isOffered } from './task-brief.ts'
import { createTurnBlocks } from './turn-blocks.ts'

export interface Layout {
  readonly rows: readonly BareRow[]
  /** The block of each row. */
  readonly blocks: readonly Block[]
  /** Blocks, each once. */
  readonly count: number
}

interface LaidOut {
  readonly shown: readonly LaidBlock[]
  readonly layout: Layout
}

export function createLayout(farSecret = '') {
  const blocks = createBlocks(farSecret)
  let last: LaidOut | undefined
  let offer: { readonly count: number; readonly laid: LaidBlock } | undefined
  let items:
    | { readonly list: List<ConversationItem>; readonly array: readonly ConversationItem[] }
    | undefined

  const itemsOf = ({ items: list }: ConversationView) => {
    if (items?.list !== list) items = { list, array: slice(list) }
    return items.array
  }
  const offerOf = (key: string, tasks: readonly TaskView[]) => {
    const { length: count } = tasks
    const isKnown = offer?.count === count && offer.laid.block.key === key
    if (!offer || !isKnown) offer = { count, laid: offerBlock(key, tasks) }
    return offer.laid
  }

  return {
    build(conversation: ConversationView, source: LayoutSource): Layout {
      const { shown, offered } = blocksIn(itemsOf(conversation), conversation, source, blocks)
      if (offered.length > 0) shown.push(offerOf(offerKeyOf(conversation), offered))
      if (last && sameItems(last.shown, shown)) return last.layout
      last = { shown, layout: laidOut(shown, last) }
      return last.layout
    },
    /** Of what was laid out last. */
    segment(key: string): Segment | undefined {
      for (const { segments } of last?.shown ?? []) {
        const found = segments.find((segment) => segment.key === key)
        if (found) return found
      }
      return undefined
    },
  }
}

type Blocks = ReturnType<typeof createBlocks>

function createBlocks(farSecret: string) {
  const segmentRows = createSegmentRows(farSecret)
  const segmentsOf = createKnownSegments()
  return {
    messages: createMessageBlocks(segmentRows, segmentsOf),
    turnBlock: createTurnBlocks(segmentRows, segmentsOf),
  }
}

/** In their order, and the tasks of others, which are among them where they are folded out. */
function blocksIn(
  items: readonly ConversationItem[],
  conversation: ConversationView,
  source: LayoutSource,
  { messages, turnBlock }: Blocks,
) {
  const shown: LaidBlock[] = []
  const offered: TaskView[] = []
  const isOfferOpen = source.open.has(offerKeyOf(conversation))
  const turnsShown = new Map<string, number>()
  const put = (laid: LaidBlock | undefined) => {
    if (laid) shown.push(laid)
  }
  const putTurn = (key: string) => {
    const task = source.task(key)
    if (!task) return
    const isOther = isOffered(task, conversation)
    if (isOther) offered.push(task)
    if (isOther && !isOfferOpen) return
    const number = turnsShown.get(key) ?? 0
    put(turnBlock(task, number, source))
    turnsShown.set(key, number + 1)
  }
  const putMessage = (view: MessageView) => {
    const task = view.taskKey === undefined ? undefined : source.task(view.taskKey)
    const ofOther = task !== undefined && isOffered(task, conversation)
    if (ofOther && !isOfferOpen) return
    put(messages.of(view, source))
    if (view.origin !== 'sent') return
    const exchange = source.exchange(view.first.exchangeId)
    if (exchange && !isToldBy(task, exchange)) put(messages.problem(exchange, view))
    if (view.taskKey !== undefined && turnsShown.has(view.taskKey)) putTurn(view.taskKey)
  }

  for (const item of items) {
    if (item.kind === 'task') putTurn(item.taskKey)
    else putMessage(item.message)
  }
  return { shown, offered }
}

/** What lies before the first block that changed is copied as it was. */
function laidOut(shown: readonly LaidBlock[], before: LaidOut | undefined): Layout {
  let same = 0
  while (before && same < shown.length && before.shown[same] === shown[same]) same++
  let kept = 0
  for (let index = 0; index < same; index++) kept += shown[index]?.rows.length ?? 0
  const rows = before?.layout.rows.slice(0, kept) ?? []
  const blocks = before?.layout.blocks.slice(0, kept) ?? []
  for (const laid of shown.slice(same)) {
    for (const row of laid.rows) {
      rows.push(row)
      blocks.push(laid.block)
    }
  }
  return { rows, blocks, count: shown.length }
}

function sameItems<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index])
}

function offerKeyOf({ id }: ConversationView): string {
  return `o${id}`
}

function offerBlock(key: string, [first, ...others]: readonly TaskView[]): LaidBlock {
  const place = wayTo(first?.first ?? { exchangeId: '', seq: 0 })
  return {
    block: { key, kind: 'offer', label: 'Tasks of others', place },
    rows: [{ kind: 'offer', key, count: others.length + 1 }],
    segments: [],
  }
}
