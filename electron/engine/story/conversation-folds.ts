// The folds of conversations, shared by all readers: created on first use and cached. They never delay the recording of a stream.

import { randomUUID } from 'node:crypto'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { values } from '#shared/collections/list.ts'
import { createLatest } from '#shared/collections/lru-cache.ts'
import type { ConversationRef } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import type { Packed } from '#shared/record/run.ts'
import { conversationIdOf } from '#shared/story/conversation-ref.ts'
import type { Causes } from '#shared/story/exchange-reducer.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { FoldedConversation, Stories, Versioned, Wait, WaitOptions } from '#shared/story/stories.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { createSlices, withTimeout } from '../platform/async.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'

/** Entries per step. */
const windowEntries = 4_000

export type ConversationFolds = Pick<
  Stories<FollowedConversation>,
  'folded' | 'ofTask' | 'ofExchange' | 'caughtUp' | 'followed' | 'farSecret'
>

// Folded conversations that are cached; another is folded again when it is opened.
const maxFoldedConversations = 32
/** Time for the first rows of a long conversation, before a window shows the progress of reading. */
const firstLookMs = 100

/** Of the whole record, or of one session. */
export function createConversationFolds(record: SessionRecord, sessionId?: string): ConversationFolds {
  const { conversations } = record
  const farSecret = randomUUID()
  const latest = createLatest<string, FollowedConversation>(maxFoldedConversations)
  let deletions = record.deletions()

  const bodies = (hash: string) => textBehind(record, hash, farSecret)
  const report: ConversationFolds['folded'] = (agentId, ref) => {
    if (record.deletions() !== deletions) latest.clear()
    deletions = record.deletions()
    const key = `${agentId} ${conversationIdOf(ref)}`
    return latest.getOrMake(key, () =>
      followConversation(record, { agentId, ref, sessionId }, { bodies, farSecret }),
    )
  }
  const among = (conversationPlace: ReturnType<typeof conversations.ofExchange>) =>
    conversationPlace && report(conversationPlace.agentId, conversationPlace.ref)

  return {
    folded: report,
    ofTask: (task) => among(conversations.ofTask(task, sessionId)),
    ofExchange: (exchangeId) => among(conversations.ofExchange(exchangeId, sessionId)),
    async caughtUp(followed, withinMs = firstLookMs) {
      await Promise.all([...new Set(followed)].map((one) => one?.catchUp(withinMs)))
    },
    followed: createFollowed(record),
    farSecret,
  }
}

/** Waits for another version of a value that grows with the record. */
function createFollowed(record: SessionRecord) {
  return async <Answer extends Versioned>(
    { seen, waitMs = 0 }: Wait,
    options: WaitOptions,
    look: () => Promise<Answer>,
  ): Promise<Answer & { readonly waitedMs: number }> => {
    const { signal } = options ?? {}
    const deadline = performance.now() + waitMs
    let waitedMs = 0
    for (;;) {
      const latest = record.latest()
      const answer = await look()
      const began = performance.now()
      const isBehind = (answer.progress ?? 1) < 1
      if (answer.version !== seen || began >= deadline || signal?.aborted) return { ...answer, waitedMs }
      if (isBehind) continue
      const { next } = await record.read({
        after: latest,
        limit: 1,
        waitMs: deadline - began,
        ...defined({ signal }),
      })
      waitedMs += performance.now() - began
      // No change: the time-out, or the record is closed.
      if (next === latest) return { ...answer, waitedMs }
    }
  }
}

// Updates the fold of one conversation from the record, in slices that yield to streams.

interface FollowedConversation extends FoldedConversation {
  /** Resolves when everything readable is folded, or on the time-out. */
  catchUp(withinMs: number): Promise<void>
}

interface Followed {
  readonly agentId: string
  readonly ref: ConversationRef
  readonly sessionId?: string | undefined
}

interface FarReading {
  readonly bodies: (hash: string) => string | undefined
  /** For marks of files that are left in the record. */
  readonly farSecret: string
}

function followConversation(
  record: SessionRecord,
  { agentId, ref, sessionId }: Followed,
  { bodies, farSecret }: FarReading,
): FollowedConversation {
  const begin = (causes?: Causes) =>
    createProjection(createReading({ dialectOf, bodies }), { ...defined({ causes }), farSecret })
  let projection = begin()
  /** While a conversation is folded again, the previous fold is shown, until the new one is as long. */
  let shown = projection
  let shownUpTo = 0
  let causes = 0
  let firsts: readonly number[] = []
  let members: ReadonlySet<string> = new Set()
  let membersVersion = -1
  let cursor = 0
  let running: Promise<void> | undefined

  const beginAnew = () => {
    projection = begin(projection.causes())
    causes = projection.causes().size
    shownUpTo = Math.max(shownUpTo, cursor)
    cursor = 0
  }
  /** A request precedes all it caused: if a later entry shows another cause, everything is folded again. */
  const refreshMembers = () => {
    const version = record.conversations.version()
    if (version === membersVersion) return
    membersVersion = version
    const exchanges = record.conversations.exchanges({ agentId, ref, sessionId })
    const isMissed = exchanges.some(
      ({ exchangeId, firstSeq }) => firstSeq <= cursor && !members.has(exchangeId),
    )
    members = new Set(exchanges.map(({ exchangeId }) => exchangeId))
    firsts = exchanges.map(({ firstSeq }) => firstSeq)
    if (isMissed && cursor > 0) beginAnew()
  }
  /** The next entries, some of which may belong to the conversation. */
  const next = (latest: number): { readonly rows: readonly Packed[]; readonly upTo: number } => {
    // Unchanged objects, as the cache of decoded values is keyed by them.
    const recent = record.conversations.recentRows(members, cursor, latest)
    if (recent) return { rows: recent, upTo: latest }
    const upTo = Math.min(latest, cursor + windowEntries)
    return { rows: record.conversations.rows(members, cursor, upTo), upTo }
  }

  async function run(): Promise<void> {
    const breathe = createSlices()
    for (let latest = record.latest(); cursor < latest; latest = record.latest()) {
      refreshMembers()
      if (cursor === 0) cursor = Math.max(0, (firsts[0] ?? latest + 1) - 1)
      if (cursor >= latest) break
      const { rows, upTo } = next(latest)
      for (const row of rows) {
        projection.apply([row])
        await breathe()
      }
      cursor = upTo
      if (projection.causes().size > causes) beginAnew()
      else if (cursor >= shownUpTo) shown = projection
      await breathe()
    }
  }

  return {
    ref,
    projection: () => shown,
    view: () => viewIn([...values(shown.snapshot().conversations)], agentId, ref),
    progress: () => {
      const from = firsts[0] ?? 0
      const latest = record.latest()
      return latest <= from ? 1 : Math.min(1, Math.max(0, cursor - from) / (latest - from))
    },
    async catchUp(withinMs) {
      running ??= run().finally(() => {
        running = undefined
      })
      await withTimeout(withinMs, running)
    },
  }
}

/** The response of a list is about other conversations as well. */
function viewIn(
  all: readonly ConversationView[],
  agentId: string,
  { contextId }: ConversationRef,
): ConversationView | undefined {
  const open = all.filter(({ mergedInto }) => mergedInto === undefined)
  if (contextId === undefined) return open.find((view) => view.contextId === undefined) ?? open[0]
  return (
    open.find((view) => view.contextId === contextId && view.agentId === agentId) ??
    open.find((view) => view.contextId === contextId)
  )
}
