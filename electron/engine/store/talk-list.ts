// The conversations with an agent in the order in which they began, the newest first. Gone through once, and then only for what was
// told since.

import { integerColumn } from './column.ts'
import type { Store } from './store.ts'

export interface TalkPlace {
  readonly store: Store
  readonly talk: number
}

export interface ListedTalk {
  readonly contextId?: string | undefined
  readonly isOurs: boolean
  readonly firstSeq: number
  /** In each store it lies in. */
  readonly places: readonly TalkPlace[]
}

export interface TalkList {
  of(agentId: string, sessionId: string | undefined): readonly ListedTalk[]
}

const rememberedLists = 16

interface Known {
  readonly upheavals: number
  readonly upTo: number
  readonly talks: ReadonlyMap<number, ListedTalk>
  readonly sorted: readonly ListedTalk[]
}

export function createTalkList(stores: () => readonly Store[]): TalkList {
  const lists = new WeakMap<Store, Map<string, Known>>()

  const inStore = (store: Store, agentId: string, sessionId: string | undefined): readonly ListedTalk[] => {
    const remembered = lists.get(store) ?? new Map<string, Known>()
    lists.set(store, remembered)
    const key = JSON.stringify([agentId, sessionId])
    const known = remembered.get(key)
    const upheavals = store.talks.upheavals()
    const upTo = store.lastSeq()
    if (known?.upTo === upTo && known.upheavals === upheavals) return known.sorted
    const isSame = known?.upheavals === upheavals
    const news = select(store, agentId, sessionId, isSame ? known.upTo : 0)
    remembered.delete(key)
    const oldest = remembered.keys().next()
    if (remembered.size >= rememberedLists && !oldest.done) remembered.delete(oldest.value)
    const talks = isSame ? new Map(known.talks) : new Map<number, ListedTalk>()
    for (const talk of news) talks.set(talk.places[0]?.talk ?? 0, talk)
    const sorted = isSame && news.length === 0 ? known.sorted : [...talks.values()].sort(newestFirst)
    remembered.set(key, { upheavals, upTo, talks, sorted })
    return sorted
  }

  return {
    of(agentId, sessionId) {
      const [first = [], ...others] = stores()
        .map((store) => inStore(store, agentId, sessionId))
        .filter((talks) => talks.length > 0)
      return others.length === 0 ? first : joined([first, ...others].flat())
    },
  }
}

function select(
  store: Store,
  agentId: string,
  sessionId: string | undefined,
  after: number,
): readonly ListedTalk[] {
  const sql = `SELECT t.id, c.uid AS context, max(p.ours) AS ours, min(p.first_seq) AS first_seq
    FROM talk t JOIN talk_part p ON p.talk = t.id LEFT JOIN context c ON c.id = t.context
    WHERE t.agent = ?1 AND (?2 IS NULL OR p.session = (SELECT id FROM session WHERE uid = ?2))
      ${after === 0 ? 'AND ?3 = 0' : 'AND t.id IN (SELECT talk FROM talk_part WHERE last_fact > ?3)'}
    GROUP BY t.id`
  return store.database
    .prepare(sql)
    .all(agentId, sessionId ?? null, after)
    .map((row) => ({
      contextId: typeof row['context'] === 'string' ? row['context'] : undefined,
      isOurs: row['ours'] === 1,
      firstSeq: integerColumn(row, 'first_seq'),
      places: [{ store, talk: integerColumn(row, 'id') }],
    }))
}

function newestFirst(one: ListedTalk, other: ListedTalk): number {
  return other.firstSeq - one.firstSeq
}

/** What goes on in another store is one conversation by its context. */
function joined(talks: readonly ListedTalk[]): readonly ListedTalk[] {
  const byContext = new Map<string | ListedTalk, ListedTalk>()
  for (const talk of talks) {
    const before = byContext.get(talk.contextId ?? talk)
    byContext.set(talk.contextId ?? talk, before ? both(before, talk) : talk)
  }
  return [...byContext.values()].sort(newestFirst)
}

function both(one: ListedTalk, other: ListedTalk): ListedTalk {
  return {
    contextId: one.contextId,
    isOurs: one.isOurs || other.isOurs,
    firstSeq: Math.min(one.firstSeq, other.firstSeq),
    places: [...one.places, ...other.places],
  }
}
