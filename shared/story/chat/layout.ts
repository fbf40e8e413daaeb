// The conversation as rows in blocks (a message, a turn of a task, a failed call), each row measured and drawn by itself. A row
// keeps its reference while its content stays the same; a change costs the blocks it is in, and a walk over the others.

import { at, type List, slice } from '../../collections/list.ts'
import { memoByKey } from '../../collections/memo.ts'
import type { WorkingText } from '../../contract/chat.ts'
import type { ConversationItem, ConversationView, MessageView, TaskView } from '../task-view.ts'
import { turnBodyOf } from '../turn-body.ts'
import { earlierIn, otherStates, type Turn, turnsOf } from '../turns.ts'
import type { BareRow, Block, TaskBrief } from './chat-row.ts'
import type { LaidBlock, LayoutSource } from './laid-block.ts'
import type { Segment } from './segment.ts'
import { createSegmentRows, type SegmentRows } from './segment-rows.ts'
import { createSegmentCache, entryRefOf, type SegmentCache, turnSegments } from './segments.ts'
import { isShownBy } from './send-problem.ts'
import { briefOf, isOffered } from './task-brief.ts'
import { artifactRow, createMessageBlocks, earlierRow, headRow, stateRow } from './task-rows.ts'

export interface Layout {
  readonly rows: readonly BareRow[]
  /** The block of each row. */
  readonly blocks: readonly Block[]
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
    const isSame = offer?.count === count && offer.laid.block.key === key
    if (!offer || !isSame) offer = { count, laid: offerBlock(key, tasks) }
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
    /** Of the last layout. */
    segment(key: string): Segment | undefined {
      for (const { segments } of last?.shown ?? []) {
        const match = segments.find((segment) => segment.key === key)
        if (match) return match
      }
      return undefined
    },
  }
}

type Blocks = ReturnType<typeof createBlocks>

function createBlocks(farSecret: string) {
  const segmentRows = createSegmentRows(farSecret)
  const segmentsOf = createSegmentCache()
  return {
    messages: createMessageBlocks(segmentRows, segmentsOf),
    turnBlock: createTurnBlocks(segmentRows, segmentsOf),
  }
}

/** Blocks in the order of their items; tasks of others are among them only where they are opened. */
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
    put(messages.blockOf(view, source))
    if (view.origin !== 'sent') return
    const exchange = source.exchange(view.first.exchangeId)
    if (exchange && !isShownBy(task, exchange)) put(messages.problem(exchange, view))
    if (view.taskKey !== undefined && turnsShown.has(view.taskKey)) putTurn(view.taskKey)
  }

  for (const item of items) {
    if (item.kind === 'task') putTurn(item.taskKey)
    else putMessage(item.message)
  }
  return { shown, offered }
}

/** Copies the rows before the first block that changed. */
function laidOut(shown: readonly LaidBlock[], before: LaidOut | undefined): Layout {
  let same = 0
  while (before && same < shown.length && before.shown[same] === shown[same]) same++
  let keptRows = 0
  for (let index = 0; index < same; index++) keptRows += shown[index]?.rows.length ?? 0
  const rows = before?.layout.rows.slice(0, keptRows) ?? []
  const blocks = before?.layout.blocks.slice(0, keptRows) ?? []
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
  const place = entryRefOf(first?.first ?? { exchangeId: '', seq: 0 })
  return {
    block: { key, kind: 'offer', label: 'Tasks of others', place },
    rows: [{ kind: 'offer', key, count: others.length + 1 }],
    segments: [],
  }
}

// The blocks of a task's turns.

interface Answered {
  readonly task: TaskView
  readonly elsewhere: string | undefined
}

interface CachedTurn extends Answered {
  readonly isOpen: boolean
  readonly workingText: WorkingText | undefined
  readonly laid: LaidBlock | undefined
}

function createTurnBlocks(segmentRows: SegmentRows, segmentsOf: SegmentCache) {
  const briefs = new WeakMap<TaskView, TaskBrief>()
  const turns = new Map<string, CachedTurn>()
  const readers = memoByKey<string, ReturnType<typeof createReaders>>(createReaders)

  const rowsOf = (key: string, turn: Turn, { task, elsewhere }: Answered, source: LayoutSource) => {
    const { open, workingText, exchange } = source
    const brief = briefs.get(task) ?? briefOf(task, exchange)
    briefs.set(task, brief)
    const sayings = readers(task.key)(task)
    const body = turnBodyOf(task, turn, workingText)
    const rows: BareRow[] = [headRow(key, brief, turn, body.note)]
    if (elsewhere !== undefined)
      rows.push({ kind: 'answered-elsewhere', key: `${key}.elsewhere`, taskId: elsewhere })
    const segments: Segment[] = []
    const { calls } = body
    const early: Segment[] = []
    const show = (source: object, texts: readonly Segment[]) => {
      const isEarly = (each: Segment) => each.kind === 'part' && calls.isEarly(source, each.part)
      const isRetold = (each: Segment) => each.kind === 'part' && calls.isRetold(source, each.part)
      segments.push(...texts)
      early.push(...texts.filter(isEarly))
      rows.push(...segmentRows(texts.filter((each) => !isEarly(each) && !isRetold(each))))
    }
    const others = otherStates(task, turn)
    if (others.states + others.told > 0) rows.push(earlierRow(key, others))
    for (const event of open.has(key) ? earlierIn(task, turn) : [])
      rows.push(...stateRow(key, task, event, brief.byCaller === true))
    for (const { run, count } of body.sayings) {
      const { index, pieces, generation } = run
      // A message may begin two runs: the text that leads to a call, and the call.
      const place = at(pieces, 0)?.after === undefined ? index : `${index}.lead`
      show(run, sayings(`${key}.w${place}`).read(pieces, count, generation))
    }
    for (const { artifact, also } of body.artifacts) {
      rows.push(artifactRow(`${key}.a${artifact.index}`, task, artifact, also))
      show(artifact.content, artifact.content.segments)
    }
    if (body.closing) {
      const { message, event, also } = body.closing
      const sighting = event === undefined ? task.first : task.events.at(event)?.first
      show(message, segmentsOf(message, `${key}.last`, entryRefOf(sighting ?? task.first)))
      if (also.states + also.told > 0) rows.push({ kind: 'also', key: `${key}.also`, also })
    }
    // After the calls they belong to.
    rows.push(...segmentRows(early))
    const hasAnswer = body.sayings.length > 0 || body.artifacts.length > 0 || body.closing
    if (turn.status?.state === 'completed' && !hasAnswer)
      rows.push({ kind: 'empty', key: `${key}.empty`, ofTask: true })
    if (turn.isLast) rows.push({ kind: 'task-foot', key: `${key}.foot`, task: brief })
    return { rows, segments }
  }

  return (task: TaskView, number: number, source: LayoutSource): LaidBlock | undefined => {
    const { open, workingText } = source
    const key = `t${task.key}#${number}`
    const isOpen = open.has(key)
    const turn = turnsOf(task)[number]
    const elsewhere = turn && answeredElsewhere(task, turn, source)
    const cachedTurn = turns.get(key)
    const isSame =
      cachedTurn?.task === task && cachedTurn.isOpen === isOpen && cachedTurn.elsewhere === elsewhere
    if (isSame && cachedTurn.workingText === workingText) return cachedTurn.laid
    const laid = turn && {
      block: blockOf(key, task, turn),
      ...rowsOf(key, turn, { task, elsewhere }, source),
    }
    turns.set(key, { task, isOpen, workingText, elsewhere, laid })
    return laid
  }
}

function blockOf(key: string, task: TaskView, { status }: Turn): LaidBlock['block'] {
  const label = `Task ${status?.state ?? 'unknown'}`
  return { key, kind: 'task', label, place: entryRefOf(task.first), taskKey: task.key }
}

/** The task in which the agent answered the message of this turn, where this task did not report any state for it. */
function answeredElsewhere(
  task: TaskView,
  { number, from, statuses }: Turn,
  source: LayoutSource,
): string | undefined {
  if (number === 0 || statuses.to > statuses.from) return undefined
  const { exchangeId = '' } = task.events.at(from)?.first ?? {}
  const key = source.exchange(exchangeId)?.taskKey
  return key === undefined || key === task.key ? undefined : source.task(key)?.taskId
}

/** Reads the text runs of a task as it grows. */
function createReaders() {
  let task: TaskView | undefined
  const placeOf = (event: number) => entryRefOf(task?.events.at(event)?.first ?? { exchangeId: '', seq: 0 })
  const sayings = memoByKey((key: string) => turnSegments(key, placeOf))
  return (now: TaskView) => {
    task = now
    return sayings
  }
}
