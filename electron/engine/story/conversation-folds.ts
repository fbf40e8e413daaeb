// The folds of conversations, for all who read them: made when somebody first asks and kept while they are looked at. Nothing here is on
// the way of a stream to the record.

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

/** Entries gone through at a time. */
const windowEntries = 4_000

export type ConversationFolds = Pick<
  Stories<FollowedConversation>,
  'folded' | 'ofTask' | 'ofExchange' | 'caughtUp' | 'followed' | 'farSecret'
>

// Conversations kept as they are drawn; another is folded again when it is looked at.
const maxFoldedConversations = 32
/** What a window waits for the first rows of a long conversation, before it is shown how far the reading is. */
const firstLookMs = 100

/** Of all of the record, or of one session. */
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

/** Answers who waits for another version of something that grows with the record. */
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
      // Nothing: the time is up, or the record is closed and nothing will ever come.
      if (next === latest) return { ...answer, waitedMs }
    }
  }
}

// Keeps the fold of one conversation up to date with the record, in slices that leave the engine free for its streams.

interface FollowedConversation extends FoldedConversation {
  /** Everything that may be read now is folded when this resolves, or the time is up. */
  catchUp(withinMs: number): Promise<void>
}

interface Followed {
  readonly agentId: string
  readonly ref: ConversationRef
  readonly sessionId?: string | undefined
}

interface FarReading {
  readonly bodies: (hash: string) => string | undefined
  /** In the marks of files that were left in the record. */
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
  /** While a conversation is folded anew, the fold before it is shown, until the new one is as long. */
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
  /** What was asked precedes all it caused: where it turns out later that it did, all is told again. */
  const knowMembers = () => {
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
  /** The next entries, where there may be some of the conversation. */
  const next = (latest: number): { readonly rows: readonly Packed[]; readonly upTo: number } => {
    // Whole, as it was recorded: what was decoded of it is known by that.
    const recent = record.conversations.recentRows(members, cursor, latest)
    if (recent) return { rows: recent, upTo: latest }
    const upTo = Math.min(latest, cursor + windowEntries)
    return { rows: record.conversations.rows(members, cursor, upTo), upTo }
  }

  async function run(): Promise<void> {
    const breathe = createSlices()
    for (let latest = record.latest(); cursor < latest; latest = record.latest()) {
      knowMembers()
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

/** A list's reply reports other conversations as well. */
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
