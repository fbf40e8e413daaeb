// The rows of a conversation for readers that follow it: by position, each with the version that last changed it, so that a
// reader receives only rows that are newer than its own version.

import { at, values } from '../../collections/list.ts'
import { createBoundedCache } from '../../collections/lru-cache.ts'
import type { ChatPage, ConversationBrief, KeptRow } from '../../contract/story.ts'
import { defined } from '../../defined.ts'
import { conversationIdOf } from '../conversation-ref.ts'
import { firstWords } from '../part-words.ts'
import type { ConversationView, MessageView } from '../task-view.ts'
import type { BareRow, Block, ChatRow, TaskBrief } from './chat-row.ts'
import type { LayoutSource } from './laid-block.ts'
import { createLayout, type Layout } from './layout.ts'
import { problemOf } from './send-problem.ts'
import { briefOf, isOffered } from './task-brief.ts'

export type ChatRows = ReturnType<typeof createChatRows>

interface Range {
  readonly offset?: number | undefined
  readonly limit: number
}

type Page = Pick<ChatPage, 'conversation' | 'offset' | 'rows' | 'total' | 'blocks'>

interface CachedRow {
  readonly row: BareRow
  readonly block: Block
  /** Only compared for short rows; a text is identified by its piece. */
  readonly json: string
  readonly version: number
}

/** A page begins at a multiple of this. */
const piece = 100
// Rows remembered so that they are not sent twice; cuts nothing.
const maxCachedRows = 2_000
// Versions of a chat that a window may send back; with an older one it receives all rows again.
const maxGivenVersions = 256
/** Newest tasks of a conversation that are listed with it; the chat shows all. */
const maxNewestTasks = 24
/** Own texts that the arrow key recalls, the newest. */
const maxRecalledTexts = 20
// Longest text that the arrow key recalls; a longer one is skipped.
const maxRecalledChars = 20_000

export function createChatRows(nextVersion: () => number, farSecret: string) {
  const builder = createLayout(farSecret)
  const recent = createBoundedCache<string, CachedRow>(maxCachedRows)
  const briefOfConversation = createBriefs()
  const given = createBoundedCache<number, true>(maxGivenVersions)
  let layout: Layout = { rows: [], blocks: [], count: 0 }
  let view: ConversationView | undefined
  let brief: ConversationBrief | null = null
  let version = nextVersion()
  let briefVersion = version

  const rowAt = (index: number, last: number): ChatRow | KeptRow | undefined => {
    const row = layout.rows[index]
    const block = layout.blocks[index]
    if (!row || !block) return undefined
    const before = recent.get(row.key)
    const same = before?.row === row && before.block === block
    const now = same ? before : { row, block, json: jsonOf(row, block), version }
    const isAsBefore =
      before !== undefined && !same && before.json === now.json && isSameText(before.row, row)
    const cachedRow = isAsBefore ? { ...now, version: before.version } : now
    recent.set(row.key, cachedRow)
    return cachedRow.version <= last ? { kept: row.key } : { ...row, block }
  }

  return {
    update(conversation: ConversationView | undefined, source: LayoutSource) {
      const next = conversation ? builder.build(conversation, source) : layout
      const isSame = next === layout && conversation === view
      if (isSame) return
      layout = next
      view = conversation
      version = nextVersion()
      const now = conversation ? briefOfConversation(conversation, source) : null
      if (JSON.stringify(now) === JSON.stringify(brief)) return
      brief = now
      briefVersion = version
    },
    /** Unique among all chats. */
    version: () => version,
    page({ offset, limit }: Range, versionSeen = 0): Page {
      // That version may belong to another conversation.
      const last = given.get(versionSeen) ? versionSeen : 0
      given.set(version, true)
      const total = layout.rows.length
      const from = offset ?? Math.ceil(Math.max(0, total - limit) / piece) * piece
      const rows: (ChatRow | KeptRow)[] = []
      for (let index = from; index < Math.min(total, from + limit); index += 1) {
        const row = rowAt(index, last)
        if (row) rows.push(row)
      }
      return {
        ...((last === 0 || briefVersion > last) && { conversation: brief }),
        offset: from,
        rows,
        total,
        blocks: layout.count,
      }
    },
    segment: builder.segment,
  }
}

function jsonOf(row: BareRow, block: Block): string {
  if (row.kind !== 'text') return JSON.stringify([row, block])
  const { key, segment, isFirst } = row
  return JSON.stringify([key, segment, isFirst, block])
}

function isSameText(before: BareRow, after: BareRow): boolean {
  if (before.kind !== 'text' || after.kind !== 'text') return true
  return before.piece.text === after.piece.text && before.piece.fence === after.piece.fence
}

function createBriefs() {
  let items: ConversationView['items'] | undefined
  let texts: readonly string[] = []
  let sent: MessageView | undefined
  let text: string | undefined
  let began: string | undefined
  let isAnswered = false
  return (conversation: ConversationView, { task: taskOf, exchange }: LayoutSource): ConversationBrief => {
    const { id, agentId = '', contextId, latestContextId, chatId, isOurs, tasks } = conversation
    if (items !== conversation.items) {
      items = conversation.items
      ;({ sent, said: texts } = newestMessages(items))
      text ??= firstWords(items)
      began ??= firstExchange(items)
      isAnswered ||= hasAnswer(items)
    }
    const newest: TaskBrief[] = []
    for (let place = tasks.length - 1; place >= 0 && newest.length < maxNewestTasks; place -= 1) {
      const task = taskOf(at(tasks, place) ?? '')
      if (task && !isOffered(task, conversation)) newest.push(briefOf(task, exchange))
    }
    const outcome = outcomeOf(sent, exchange)
    const names = { contextId, chatId, exchangeId: began }
    return {
      ...names,
      id: conversationIdOf({ ...names, exchangeId: began ?? id }),
      agentId,
      ...defined({ latestContextId }),
      ...(isAnswered && contextId === undefined && { hasNoContext: true }),
      isOurs,
      tasks: newest.toReversed(),
      ...defined({ says: text }),
      said: texts,
      ...outcome,
    }
  }
}

/** The result of the user's last message, where that is not a task. */
function outcomeOf(
  sent: MessageView | undefined,
  exchangeOf: LayoutSource['exchange'],
): Pick<ConversationBrief, 'failed' | 'answeredIn'> {
  const exchange = sent && sent.taskKey === undefined ? exchangeOf(sent.first.exchangeId) : undefined
  if (!exchange || exchange.taskKey !== undefined) return {}
  const { id: exchangeId, conversationId } = exchange
  const problem = problemOf(exchange)
  if (problem) return { failed: { ...problem, exchangeId } }
  return conversationId === undefined ? {} : { answeredIn: exchangeId }
}

function firstExchange(items: ConversationView['items']): string | undefined {
  for (const item of values(items)) if (item.kind === 'message') return item.message.first.exchangeId
  return undefined
}

function hasAnswer(items: ConversationView['items']): boolean {
  for (const item of values(items)) if (item.kind === 'task' || item.message.origin !== 'sent') return true
  return false
}

/** The user's last message, and the texts of the user, newest first. */
function newestMessages(items: ConversationView['items']) {
  let sent: MessageView | undefined
  const texts: string[] = []
  for (let place = items.length - 1; place >= 0 && texts.length < maxRecalledTexts; place -= 1) {
    const item = at(items, place)
    if (item?.kind !== 'message' || item.message.origin !== 'sent') continue
    sent ??= item.message
    const words = item.message.message.parts.find((part) => part.kind === 'text')
    if (words?.kind === 'text' && words.text.length <= maxRecalledChars) texts.push(words.text)
  }
  return { sent, said: texts }
}
