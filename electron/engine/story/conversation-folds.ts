// The folds of conversations, shared by all readers: created on first use and cached. They never delay the recording of a stream.

import { randomUUID } from 'node:crypto'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { values } from '#shared/collections/list.ts'
import { createLruCache } from '#shared/collections/lru-cache.ts'
import type { ConversationRef } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import type { Packed } from '#shared/record/run.ts'
import { conversationIdOf } from '#shared/story/conversation-ref.ts'
import type { Causes } from '#shared/story/exchange-reducer.ts'
import { Projection } from '#shared/story/projection.ts'
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
  const latest = createLruCache<string, FollowedConversation>(maxFoldedConversations)
  let deletions = record.deletions()

  const bodies = (hash: string) => textBehind(record, hash, farSecret)
  const report: ConversationFolds['folded'] = (agentId, ref) => {
    if (record.deletions() !== deletions) latest.clear()
    deletions = record.deletions()
    const key = `${agentId} ${conversationIdOf(ref)}`
    return latest.getOrMake(
      key,
      () => new FollowedConversation(record, { agentId, ref, sessionId }, { bodies, farSecret }),
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

class FollowedConversation implements FoldedConversation {
  readonly ref: ConversationRef
  readonly #record: SessionRecord
  readonly #followed: Followed
  readonly #farReading: FarReading
  #projection: Projection
  /** While a conversation is folded again, the previous fold is shown, until the new one is as long. */
  #shown: Projection
  #shownUpTo = 0
  #causes = 0
  #firsts: readonly number[] = []
  #members: ReadonlySet<string> = new Set()
  #membersVersion = -1
  #cursor = 0
  #running: Promise<void> | undefined

  constructor(record: SessionRecord, followed: Followed, farReading: FarReading) {
    this.ref = followed.ref
    this.#record = record
    this.#followed = followed
    this.#farReading = farReading
    this.#projection = this.#shown = this.#begin()
  }

  readonly projection = () => this.#shown

  view(): ConversationView | undefined {
    const all = [...values(this.#shown.snapshot().conversations)]
    return viewIn(all, this.#followed.agentId, this.ref)
  }

  progress() {
    const from = this.#firsts[0] ?? 0
    const latest = this.#record.latest()
    return latest <= from ? 1 : Math.min(1, Math.max(0, this.#cursor - from) / (latest - from))
  }

  /** Resolves when everything readable is folded, or on the time-out. */
  async catchUp(withinMs: number): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    await withTimeout(withinMs, this.#running)
  }

  #begin(causes?: Causes): Projection {
    const { bodies, farSecret } = this.#farReading
    return new Projection(createReading({ dialectOf, bodies }), { ...defined({ causes }), farSecret })
  }

  #beginAnew() {
    this.#projection = this.#begin(this.#projection.causes())
    this.#causes = this.#projection.causes().size
    this.#shownUpTo = Math.max(this.#shownUpTo, this.#cursor)
    this.#cursor = 0
  }

  /** A request precedes all it caused: if a later entry shows another cause, everything is folded again. */
  #knowMembers() {
    const { conversations } = this.#record
    const version = conversations.version()
    if (version === this.#membersVersion) return
    this.#membersVersion = version
    const exchanges = conversations.exchanges(this.#followed)
    const isMissed = exchanges.some(
      ({ exchangeId, firstSeq }) => firstSeq <= this.#cursor && !this.#members.has(exchangeId),
    )
    this.#members = new Set(exchanges.map(({ exchangeId }) => exchangeId))
    this.#firsts = exchanges.map(({ firstSeq }) => firstSeq)
    if (isMissed && this.#cursor > 0) this.#beginAnew()
  }

  /** The next entries, some of which may belong to the conversation. */
  #next(latest: number): { readonly rows: readonly Packed[]; readonly upTo: number } {
    // Unchanged objects, as the cache of decoded values is keyed by them.
    const { conversations } = this.#record
    const recent = conversations.recentRows(this.#members, this.#cursor, latest)
    if (recent) return { rows: recent, upTo: latest }
    const upTo = Math.min(latest, this.#cursor + windowEntries)
    return { rows: conversations.rows(this.#members, this.#cursor, upTo), upTo }
  }

  async #run(): Promise<void> {
    const breathe = createSlices()
    for (let latest = this.#record.latest(); this.#cursor < latest; latest = this.#record.latest()) {
      this.#knowMembers()
      if (this.#cursor === 0) this.#cursor = Math.max(0, (this.#firsts[0] ?? latest + 1) - 1)
      if (this.#cursor >= latest) break
      const { rows, upTo } = this.#next(latest)
      for (const row of rows) {
        this.#projection.apply([row])
        await breathe()
      }
      this.#cursor = upTo
      if (this.#projection.causes().size > this.#causes) this.#beginAnew()
      else if (this.#cursor >= this.#shownUpTo) this.#shown = this.#projection
      await breathe()
    }
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
