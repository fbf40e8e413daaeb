// Writes facts, each with the conversation it belongs to, within the transaction that writes their entries. A conversation without
// a context takes the one it is told of, or becomes part of the one that has it already.

import type { DatabaseSync } from 'node:sqlite'
import { type FactWay, factsVersion, ownWays } from '#shared/story/facts.ts'
import type { RowToWrite } from './run.ts'

interface Numbers {
  readonly exchange: (uid: string) => number
  readonly task: (uid: string) => number
  readonly context: (uid: string) => number
  readonly session: (uid: string) => number
}

export interface Talks {
  write(rows: readonly RowToWrite[]): void
  /** Grows when conversations are no longer what they were, and not only more. */
  upheavals(): number
  upset(): void
}

interface Talk {
  readonly id: number
  readonly agent: string | null
  readonly context: number | null
}

/** What decides where a fact belongs, with numbers for names. */
interface Placed {
  readonly way: FactWay
  readonly exchange: number
  readonly agent: string | null
  readonly task: number | null
  readonly context: number | null
}

const columns = 't.id, t.agent, t.context'
const ours = new Set(ownWays)
const mergedPart = `
  exchange = CASE WHEN excluded.first_seq < first_seq THEN excluded.exchange ELSE exchange END,
  first_seq = min(first_seq, excluded.first_seq), ours = max(ours, excluded.ours),
  last_fact = max(last_fact, excluded.last_fact)`

export function createTalks(database: DatabaseSync, numbers: Numbers): Talks {
  const insertFact = database.prepare(
    'INSERT INTO fact VALUES (?1, (SELECT coalesce(max(place) + 1, 0) FROM fact WHERE exchange = ?1), ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertTalk = database.prepare('INSERT INTO talk (agent, context) VALUES (?, ?)')
  const changeTalk = database.prepare(
    'UPDATE talk SET agent = coalesce(agent, ?), context = coalesce(context, ?) WHERE id = ?',
  )
  const insertTask = database.prepare('INSERT OR IGNORE INTO talk_task VALUES (?, ?)')
  const addPart = database.prepare(`
    INSERT INTO talk_part SELECT ?1, ?2, first_seq, exchange, ?4, ?5 FROM summary WHERE exchange = ?3
    ON CONFLICT (talk, session) DO UPDATE SET ${mergedPart}`)
  const ofContext = database.prepare(
    `SELECT ${columns} FROM talk t WHERE t.context = ?1 AND (t.agent = ?2 OR t.agent IS NULL OR ?2 IS NULL)
      ORDER BY t.agent IS NULL, t.id DESC LIMIT 1`,
  )
  const ofTask = database.prepare(
    `SELECT ${columns} FROM talk_task k JOIN talk t ON t.id = k.talk
      WHERE k.task = ?1 AND (t.agent = ?2 OR t.agent IS NULL OR ?2 IS NULL) ORDER BY t.context IS NULL, t.id LIMIT 1`,
  )
  const ofExchange = database.prepare(
    `SELECT ${columns} FROM fact f JOIN talk t ON t.id = f.talk WHERE f.exchange = ? AND f.way <> 'list'
      ORDER BY f.way IN ('sent', 'asked'), f.place LIMIT 1`,
  )
  const ofList = database.prepare(
    `SELECT ${columns} FROM fact f JOIN talk t ON t.id = f.talk WHERE f.exchange = ? AND f.way = 'list'
      AND t.context IS NULL LIMIT 1`,
  )
  const moving = [
    'UPDATE fact SET talk = ?2 WHERE talk = ?1',
    'INSERT OR IGNORE INTO talk_task SELECT task, ?2 FROM talk_task WHERE talk = ?1',
    `INSERT INTO talk_part SELECT ?2, session, first_seq, exchange, ours, last_fact FROM talk_part WHERE talk = ?1
      ON CONFLICT (talk, session) DO UPDATE SET ${mergedPart}`,
  ].map((sql) => database.prepare(sql))
  const dropping = ['talk_task WHERE talk', 'talk_part WHERE talk', 'talk WHERE id'].map((what) =>
    database.prepare(`DELETE FROM ${what} = ?`),
  )
  let upheavals = 0

  const found = (row: unknown): Talk | undefined => row as Talk | undefined
  const begun = ({ agent, context }: Placed): Talk => {
    const id = Number(insertTalk.run(agent, context).lastInsertRowid)
    return { id, agent, context }
  }
  const merge = (from: Talk, into: Talk) => {
    for (const statement of moving) statement.run(from.id, into.id)
    for (const statement of dropping) statement.run(from.id)
    upheavals += 1
  }

  /** Where a fact belongs; what is known of that without a context becomes part of it. */
  const talkOf = (placed: Placed): Talk => {
    const { way, exchange, agent, task, context } = placed
    const isListed = way === 'list'
    const tied = task === null ? undefined : found(ofTask.get(task, agent))
    const own = isListed ? undefined : found(ofExchange.get(exchange))
    const loose = [tied, own].filter((talk) => talk?.context === null)
    const home =
      context === null
        ? (tied ?? own ?? (isListed ? found(ofList.get(exchange)) : undefined))
        : (found(ofContext.get(context, agent)) ?? loose[0])
    const talk = home ?? begun(placed)
    if ((agent !== null && talk.agent === null) || (context !== null && talk.context === null)) {
      changeTalk.run(agent, context, talk.id)
    }
    const others = new Map(
      loose.flatMap((other) => (other && other.id !== talk.id ? [[other.id, other]] : [])),
    )
    for (const other of others.values()) merge(other, talk)
    return talk
  }

  return {
    write(rows) {
      for (const { packed, facts } of rows) {
        if (facts === undefined) continue
        const exchange = numbers.exchange(packed.exchangeId)
        const session = numbers.session(packed.sessionId)
        for (const fact of facts) {
          const { seq, way, kind, name, agentId, taskId, contextId } = fact
          const agent = agentId ?? null
          const task = taskId === undefined ? null : numbers.task(taskId)
          const context = contextId === undefined ? null : numbers.context(contextId)
          const talk = talkOf({ way, exchange, agent, task, context })
          insertFact.run(exchange, seq, talk.id, agent, task, context, way, kind, name ?? null, factsVersion)
          if (task !== null) insertTask.run(task, talk.id)
          addPart.run(talk.id, session, exchange, ours.has(way) ? 1 : 0, seq)
        }
      }
    },
    upheavals: () => upheavals,
    upset() {
      upheavals += 1
    },
  }
}
