// Keeps the fold of one conversation up to date with the record, in slices that leave the engine free for its streams.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { values } from '#shared/collections/list.ts'
import type { ConversationRef } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import type { Packed } from '#shared/record/run.ts'
import type { Causes } from '#shared/story/listener.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { ToldConversation } from '#shared/story/stories.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import { within } from '../within.ts'

export interface FollowedConversation extends ToldConversation {
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

/** Entries gone through at a time. */
const windowEntries = 4_000

export function followConversation(
  record: SessionRecord,
  { agentId, ref, sessionId }: Followed,
  { bodies, farSecret }: FarReading,
): FollowedConversation {
  const begin = (causes?: Causes) =>
    createProjection(createReading({ dialectOf, bodies }), { ...defined({ causes }), farSecret })
  let projection = begin()
  /** While all is told again, what was there is shown, until that has come as far. */
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
  /** What was asked comes before all it caused: where it turns out later that it did, all is told again. */
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
      await within(withinMs, running)
    },
  }
}

/** A list's reply tells of other conversations as well. */
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
