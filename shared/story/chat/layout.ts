// The conversation as rows that can be measured and drawn on their own, in blocks: a message, a turn of a task, a call that went wrong. A
// row keeps its reference while what it shows stays the same; a change costs the blocks it is in, and a walk over the others.

import type { Message } from '../../a2a/model.ts'
import { at, type List, slice } from '../../collections/list.ts'
import type { WorkingText } from '../../contract/chat.ts'
import { defined } from '../../defined.ts'
import type { ExchangeView } from '../exchanges.ts'
import { isOffered } from '../offered.ts'
import type { ConversationItem, ConversationView, MessagePiece, MessageView, TaskView } from '../task-view.ts'
import { turnBodyOf } from '../turn-body.ts'
import { earlierCount, earlierIn, type Turn, turnsOf } from '../turns.ts'
import type { BareRow, Block, TaskBrief } from './chat-row.ts'
import type { Segment } from './segment.ts'
import { createSegmentRows } from './segment-rows.ts'
import { type GrowingSegments, messageSegments, sayingSegments, segmentsOf, wayTo } from './segments.ts'
import { isToldBy, problemOf } from './send-problem.ts'
import { briefOf, isByCaller } from './task-brief.ts'
import { artifactRow, earlierRow, headRow, markOf, saidRow } from './task-rows.ts'

export interface LayoutSource {
  task(key: string): TaskView | undefined
  exchange(id: string): ExchangeView | undefined
  /** What is folded out, by the key of its block: earlier states of a turn, tasks of others. */
  readonly open: ReadonlySet<string>
  /** Where each text does not tell by itself. */
  readonly workingText?: WorkingText | undefined
}

export interface Layout {
  readonly rows: readonly BareRow[]
  /** The block of each row. */
  readonly blocks: readonly Block[]
  /** Blocks, each once. */
  readonly count: number
}

export interface LayoutBuilder {
  build(conversation: ConversationView, source: LayoutSource): Layout
  /** Of what was laid out last. */
  segment(key: string): Segment | undefined
}

interface LaidBlock {
  readonly block: Block
  readonly rows: readonly BareRow[]
  readonly segments: readonly Segment[]
}

interface LaidOut {
  readonly shown: readonly LaidBlock[]
  readonly layout: Layout
}

interface KnownTurn {
  readonly task: TaskView
  readonly isOpen: boolean
  readonly workingText: WorkingText | undefined
  readonly laid: LaidBlock | undefined
}

export function createLayout(farSecret = ''): LayoutBuilder {
  // Views keep their reference until what they show changes: they are their own keys.
  const messages = new WeakMap<MessageView, LaidBlock>()
  const problems = new WeakMap<ExchangeView, LaidBlock | undefined>()
  const briefs = new WeakMap<TaskView, TaskBrief>()
  const turns = new Map<string, KnownTurn>()
  let last: LaidOut | undefined
  let offer: { readonly count: number; readonly laid: LaidBlock } | undefined
  let items:
    | { readonly list: List<ConversationItem>; readonly array: readonly ConversationItem[] }
    | undefined
  const segments = new WeakMap<object, readonly Segment[]>()
  const growing = new Map<string, GrowingSegments<MessagePiece>>()
  const readers = createKept(createReaders)
  const segmentRows = createSegmentRows(farSecret)

  const segmentsOfMessage = (message: Message, key: string, place: Block['place']) => {
    const made = segments.get(message) ?? segmentsOf(message, key, place)
    segments.set(message, made)
    return made
  }
  const segmentsOfView = (view: MessageView, key: string) => {
    if (!view.more) return segmentsOfMessage(view.message, key, wayTo(view.first))
    const reader = growing.get(key) ?? messageSegments(view, key)
    growing.set(key, reader)
    return reader.read(view.more)
  }

  const messageBlock = (view: MessageView, source: LayoutSource): LaidBlock => {
    const key = messageKeyOf(view)
    const mine = view.origin === 'sent' || view.message.role === 'user'
    const others = isCallers(view, source)
    const said = segmentsOfView(view, key)
    const content = segmentRows(said)
    return {
      block: {
        key,
        kind: mine ? 'mine' : 'theirs',
        label: mine ? (others ? 'Caller' : 'You') : 'Agent',
        place: wayTo(view.first),
        ...defined({ taskKey: view.taskKey }),
      },
      rows: [
        { kind: 'meta', key: `${key}.meta`, message: markOf(view, key) },
        ...(content.length > 0 ? content : [{ kind: 'empty', key: `${key}.empty` } as const]),
      ],
      segments: said,
    }
  }

  const turnBlock = (
    task: TaskView,
    turn: Turn,
    { open, workingText, exchange }: LayoutSource,
  ): LaidBlock => {
    const key = blockKeyOf(task, turn)
    const brief = briefs.get(task) ?? briefOf(task, exchange)
    briefs.set(task, brief)
    const sayings = readers.of(task.key).reading(task)
    const body = turnBodyOf(task, turn, workingText)
    const rows: BareRow[] = [headRow(key, brief, turn, body.note)]
    const shown: Segment[] = []
    const show = (said: readonly Segment[]) => {
      shown.push(...said)
      rows.push(...segmentRows(said))
    }
    const { states, told } = earlierCount(turn)
    if (states + told > 0) rows.push(earlierRow(key, states, told))
    if (open.has(key)) {
      for (const event of earlierIn(task, turn))
        rows.push(...saidRow(key, task, event, brief.byCaller === true))
    }
    for (const { saying, count } of body.sayings) {
      const { index, pieces, generation } = saying
      // A message may begin two: the text that leads to a call, and the call.
      const place = at(pieces, 0)?.after === undefined ? index : `${index}.lead`
      show(sayings.of(`${key}.w${place}`).read(pieces, count, generation))
    }
    for (const { artifact, also } of body.artifacts) {
      rows.push(artifactRow(`${key}.a${artifact.index}`, task, artifact, also))
      show(artifact.content.segments)
    }
    const { closing } = body
    if (closing) {
      const said = closing.event === undefined ? task.first : task.events.at(closing.event)?.first
      show(segmentsOfMessage(closing.message, `${key}.last`, wayTo(said ?? task.first)))
      if (closing.also.states + closing.also.told > 0)
        rows.push({ kind: 'also', key: `${key}.also`, also: closing.also })
    }
    if (turn.isLast) rows.push({ kind: 'task-foot', key: `${key}.foot`, task: brief })
    return {
      block: {
        key,
        kind: 'task',
        label: `Task ${turn.status?.state ?? 'unknown'}`,
        place: wayTo(task.first),
        taskKey: task.key,
      },
      rows,
      segments: shown,
    }
  }

  const messageBlockOf = (view: MessageView, source: LayoutSource): LaidBlock => {
    const known = messages.get(view)
    if (known) return known
    const made = messageBlock(view, source)
    messages.set(view, made)
    return made
  }
  const problemBlockOf = (exchange: ExchangeView, view: MessageView): LaidBlock | undefined => {
    if (!problems.has(exchange)) problems.set(exchange, problemBlock(exchange, view))
    return problems.get(exchange)
  }
  const turnBlockOf = (task: TaskView, number: number, source: LayoutSource): LaidBlock | undefined => {
    const { open, workingText } = source
    const key = blockKeyOf(task, { number })
    const isOpen = open.has(key)
    const known = turns.get(key)
    if (known?.task === task && known.isOpen === isOpen && known.workingText === workingText)
      return known.laid
    const turn = turnsOf(task)[number]
    const laid = turn && turnBlock(task, turn, source)
    turns.set(key, { task, isOpen, workingText, laid })
    return laid
  }
  const offerOf = (conversation: ConversationView, tasks: readonly TaskView[]) => {
    const { length: count } = tasks
    const isKnown = offer?.count === count && offer.laid.block.key === offerKeyOf(conversation)
    if (!offer || !isKnown) offer = { count, laid: offerBlock(conversation, tasks) }
    return offer.laid
  }

  const itemsOf = ({ items: list }: ConversationView) => {
    if (items?.list !== list) items = { list, array: slice(list) }
    return items.array
  }

  return {
    build(conversation, source) {
      const { task: taskOf, exchange: exchangeOf, open } = source
      const shown: LaidBlock[] = []
      const offered: TaskView[] = []
      const isOfferOpen = open.has(offerKeyOf(conversation))
      const turnsShown = new Map<string, number>()
      const put = (laid: LaidBlock | undefined) => {
        if (laid) shown.push(laid)
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
        if (ofOther && !isOfferOpen) continue
        put(messageBlockOf(view, source))
        if (view.origin !== 'sent') continue
        const exchange = exchangeOf(view.first.exchangeId)
        if (exchange && !isToldBy(task, exchange)) put(problemBlockOf(exchange, view))
        if (view.taskKey !== undefined && turnsShown.has(view.taskKey)) putTurn(view.taskKey)
      }
      if (offered.length > 0) shown.push(offerOf(conversation, offered))
      if (last && sameItems(last.shown, shown)) return last.layout
      last = { shown, layout: laidOut(shown, last) }
      return last.layout
    },
    segment(key) {
      for (const laid of last?.shown ?? []) {
        const found = laid.segments.find((segment) => segment.key === key)
        if (found) return found
      }
      return undefined
    },
  }
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

/** What reads a task as it grows. */
function createReaders(_key: string) {
  let task: TaskView | undefined
  const placeOf = (event: number) => wayTo(task?.events.at(event)?.first ?? { exchangeId: '', seq: 0 })
  const sayings = createKept((key) => sayingSegments(key, placeOf))
  return {
    reading(now: TaskView) {
      task = now
      return sayings
    },
  }
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

/** Another program said it, through a tap; what only a task's history tells was said by who asked for the task. */
function isCallers({ first, origin, taskKey }: MessageView, { task, exchange }: LayoutSource): boolean {
  const asked = origin === 'history' && taskKey !== undefined ? task(taskKey) : undefined
  return isByCaller(asked ?? { first }, exchange)
}

function offerKeyOf({ id }: ConversationView): string {
  return `o${id}`
}

function offerBlock(conversation: ConversationView, [first, ...others]: readonly TaskView[]): LaidBlock {
  const key = offerKeyOf(conversation)
  const place = wayTo(first?.first ?? { exchangeId: '', seq: 0 })
  return {
    block: { key, kind: 'offer', label: 'Tasks of others', place },
    rows: [{ kind: 'offer', key, count: others.length + 1 }],
    segments: [],
  }
}

function blockKeyOf(task: Pick<TaskView, 'key'>, { number }: Pick<Turn, 'number'>): string {
  return `t${task.key}#${number}`
}

export function messageKeyOf({ first, key }: MessageView): string {
  return `m${first.seq}.${key}`
}

function problemBlock(exchange: ExchangeView, view: MessageView): LaidBlock | undefined {
  const problem = problemOf(exchange)
  if (!problem) return undefined
  const key = `p${exchange.id}`
  const agentId = exchange.call?.agentId
  return {
    block: {
      key,
      kind: 'problem',
      label: problem.what,
      place: { exchangeId: exchange.id, seq: view.first.seq },
    },
    rows: [
      {
        kind: 'problem',
        key,
        problem,
        exchangeId: exchange.id,
        ...defined({ agentId }),
        ...(mayWantFilesTwice(exchange, view) && { filesTwice: markOf(view, messageKeyOf(view)) }),
      },
    ],
    segments: [],
  }
}

function mayWantFilesTwice({ agentError, call }: ExchangeView, { message }: MessageView): boolean {
  const refused = agentError !== undefined && call?.dialect === '0.3-proto'
  return refused && message.parts.some(({ kind }) => kind === 'file-bytes')
}
