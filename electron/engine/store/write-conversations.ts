// Writes facts, each with its conversation, within the transaction that writes their entries. A conversation without a
// context takes that of a later fact, or becomes part of the conversation that already has it. A conversation with a
// chat continues in other contexts.

import type { DatabaseSync } from 'node:sqlite'
import { type FactWay, ownWays } from '#shared/story/facts.ts'
import type { RowToWrite } from './run.ts'

/** Numbers that rows use in place of ids. */
export interface Numbers {
  readonly exchange: (uid: string) => number
  readonly task: (uid: string) => number
  readonly context: (uid: string) => number
  readonly session: (uid: string) => number
}

interface Conversation {
  readonly id: number
  readonly agent: string | null
  readonly context: number | null
}

/** What decides the conversation of a fact, with numbers for ids. */
interface Placed {
  readonly way: FactWay
  readonly exchange: number
  readonly agent: string | null
  readonly task: number | null
  readonly context: number | null
  /** The chat that a message was sent from. */
  readonly chat: string | null
}

const columns = 't.id, t.agent, t.context'
const ours = new Set(ownWays)
/** SQL, of a fact. */
const isOurWay = `way IN (${ownWays.map((way) => `'${way}'`).join(', ')})`
const mergedPart = `
  exchange = CASE WHEN excluded.first_seq < first_seq THEN excluded.exchange ELSE exchange END,
  first_seq = min(first_seq, excluded.first_seq), ours = max(ours, excluded.ours),
  last_fact = max(last_fact, excluded.last_fact)`

/** Aggregates facts of exchanges into parts of conversations, by session; `where` is about the fact `f` and its exchange `y`. */
export function gatherParts(where: string): string {
  return `INSERT INTO conversation_part
    SELECT f.conversation, y.session, min(y.first_seq), min(f.exchange), max(f.${isOurWay}), max(f.seq)
    FROM summary y JOIN fact f ON f.exchange = y.exchange WHERE ${where}
    GROUP BY f.conversation, y.session ON CONFLICT (conversation, session) DO UPDATE SET ${mergedPart}`
}

export function createConversationWriter(database: DatabaseSync, numbers: Numbers) {
  const insertFact = database.prepare(
    'INSERT INTO fact VALUES (?1, (SELECT coalesce(max(place) + 1, 0) FROM fact WHERE exchange = ?1), ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertConversation = database.prepare('INSERT INTO conversation (agent, context) VALUES (?, ?)')
  const changeConversation = database.prepare(
    'UPDATE conversation SET agent = coalesce(agent, ?), context = coalesce(context, ?) WHERE id = ?',
  )
  const insertTask = database.prepare('INSERT OR IGNORE INTO conversation_task VALUES (?, ?)')
  const addPart = database.prepare(`
    INSERT INTO conversation_part SELECT ?1, ?2, first_seq, exchange, ?4, ?5 FROM summary WHERE exchange = ?3
    ON CONFLICT (conversation, session) DO UPDATE SET ${mergedPart}`)
  const { ofContext, ofTask, ofExchange, ofList, ofChat, hasChat } = prepareFinding(database)
  const insertChat = database.prepare('INSERT OR IGNORE INTO chat VALUES (?, ?, ?)')
  const moving = [
    'UPDATE fact SET conversation = ?2 WHERE conversation = ?1',
    'UPDATE chat SET conversation = ?2 WHERE conversation = ?1',
    'INSERT OR IGNORE INTO conversation_task SELECT task, ?2 FROM conversation_task WHERE conversation = ?1',
    `INSERT INTO conversation_part SELECT ?2, session, first_seq, exchange, ours, last_fact FROM conversation_part WHERE conversation = ?1
      ON CONFLICT (conversation, session) DO UPDATE SET ${mergedPart}`,
  ].map((sql) => database.prepare(sql))
  const dropping = [
    'conversation_task WHERE conversation',
    'conversation_part WHERE conversation',
    'conversation WHERE id',
  ].map((what) => database.prepare(`DELETE FROM ${what} = ?`))
  let upheavals = 0

  const match = (row: unknown): Conversation | undefined => row as Conversation | undefined
  const begun = ({ agent, context }: Placed): Conversation => {
    const id = Number(insertConversation.run(agent, context).lastInsertRowid)
    return { id, agent, context }
  }
  const merge = (from: Conversation, into: Conversation) => {
    for (const statement of moving) statement.run(from.id, into.id)
    for (const statement of dropping) statement.run(from.id)
    upheavals += 1
  }

  const isChat = (conversation: Conversation | undefined): boolean =>
    conversation !== undefined && hasChat.get(conversation.id) !== undefined

  /** The conversation of a fact; a conversation without a context becomes part of the one found. */
  const conversationOf = (placed: Placed): Conversation => {
    const { way, exchange, agent, task, context, chat } = placed
    const isListed = way === 'list'
    const tied = task === null ? undefined : match(ofTask.get(task, agent))
    const own = isListed ? undefined : match(ofExchange.get(exchange))
    const ofSame = [tied, own, chat === null ? undefined : match(ofChat.get(chat, agent))]
    const loose = ofSame.filter((conversation) => conversation?.context === null)
    const home =
      context === null
        ? (ofSame.find((conversation) => conversation !== undefined) ??
          (isListed ? match(ofList.get(exchange)) : undefined))
        : (match(ofContext.get(context, agent)) ?? loose[0] ?? ofSame.find(isChat))
    const conversation = home ?? begun(placed)
    if (
      (agent !== null && conversation.agent === null) ||
      (context !== null && conversation.context === null)
    ) {
      changeConversation.run(agent, context, conversation.id)
    }
    const others = new Map(
      loose.flatMap((other) => (other && other.id !== conversation.id ? [[other.id, other]] : [])),
    )
    for (const other of others.values()) merge(other, conversation)
    return conversation
  }

  return {
    write(rows: readonly RowToWrite[]) {
      for (const { packed, facts } of rows) {
        if (facts === undefined) continue
        const exchange = numbers.exchange(packed.exchangeId)
        const session = numbers.session(packed.sessionId)
        const chat = packed.kind === 'request' ? (packed.call.chatId ?? null) : null
        for (const fact of facts) {
          const { seq, way, kind, name, agentId, taskId, contextId } = fact
          const agent = agentId ?? null
          const task = taskId === undefined ? null : numbers.task(taskId)
          const context = contextId === undefined ? null : numbers.context(contextId)
          const conversation = conversationOf({ way, exchange, agent, task, context, chat })
          insertFact.run(exchange, seq, conversation.id, agent, task, context, way, kind, name ?? null)
          if (task !== null) insertTask.run(task, conversation.id)
          if (chat !== null && agent !== null) insertChat.run(chat, agent, conversation.id)
          addPart.run(conversation.id, session, exchange, ours.has(way) ? 1 : 0, seq)
        }
      }
    },
    /** Increases when conversations change otherwise than by growing. */
    upheavals: (): number => upheavals,
    upset() {
      upheavals += 1
    },
  }
}

/** Finds stored conversations by context, task, exchange or chat. */
function prepareFinding(database: DatabaseSync) {
  const ofContext = database.prepare(
    `SELECT ${columns} FROM conversation t WHERE t.context = ?1 AND (t.agent = ?2 OR t.agent IS NULL OR ?2 IS NULL)
      ORDER BY t.agent IS NULL, t.id DESC LIMIT 1`,
  )
  const ofTask = database.prepare(
    `SELECT ${columns} FROM conversation_task k JOIN conversation t ON t.id = k.conversation
      WHERE k.task = ?1 AND (t.agent = ?2 OR t.agent IS NULL OR ?2 IS NULL) ORDER BY t.context IS NULL, t.id LIMIT 1`,
  )
  const ofExchange = database.prepare(
    `SELECT ${columns} FROM fact f JOIN conversation t ON t.id = f.conversation WHERE f.exchange = ? AND f.way <> 'list'
      ORDER BY f.way IN ('sent', 'asked'), f.place LIMIT 1`,
  )
  const ofList = database.prepare(
    `SELECT ${columns} FROM fact f JOIN conversation t ON t.id = f.conversation WHERE f.exchange = ? AND f.way = 'list'
      AND t.context IS NULL LIMIT 1`,
  )
  // A conversation that began without a chat is continued by the exchange that it began with.
  const ofChat = database.prepare(
    `SELECT ${columns} FROM conversation t WHERE t.id = coalesce((SELECT conversation FROM chat WHERE uid = ?1 AND agent = ?2),
      (SELECT conversation FROM fact WHERE exchange = (SELECT id FROM exchange WHERE uid = ?1) AND agent = ?2 AND way = 'sent'))`,
  )
  const hasChat = database.prepare('SELECT 1 FROM chat WHERE conversation = ?')
  return { ofContext, ofTask, ofExchange, ofList, ofChat, hasChat }
}
