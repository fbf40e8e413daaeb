// Answers the contract's calls about stories from folded conversations. An engine and a page supply the folds.

import { partsText } from '../a2a/parts-text.ts'
import { at, slice, values } from '../collections/list.ts'
import { createBoundedCache, createLruCache } from '../collections/lru-cache.ts'
import type { EngineClient } from '../contract/contract.ts'
import type {
  Attempt,
  ConversationChoice,
  LookedAt,
  Twin,
  WebhookCallRow,
  WholeMessage,
} from '../contract/story.ts'
import { defined } from '../defined.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { allParts } from './artifact-content.ts'
import { type ChatRows, createChatRows } from './chat/chat-rows.ts'
import { withoutFile } from './chat/segment-rows.ts'
import { briefOf } from './chat/task-brief.ts'
import { messageKeyOf } from './chat/task-rows.ts'
import { contentDigest } from './content-key.ts'
import { refOf } from './conversation-ref.ts'
import { piecesOf } from './message-index.ts'
import type { Projection } from './projection.ts'
import { type FoldedConversation, type Stories, type TaskName, taskIn, type VersionOf } from './stories.ts'
import { streamedTask } from './streamed-task.ts'
import type { MessageView, TaskEvent } from './task-view.ts'

// Sightings of one fact that are searched; past it a webhook call has no twin.
const maxTwinSightings = 500

// Newest webhook calls searched for attempts at one; an agent retries soon.
const maxAttemptsLooked = 2_000
/** Attempts at one webhook call that are listed. */
const maxAttempts = 100

type Story = EngineClient['story']

// Layouts of one conversation that are kept; another is built again.
const maxLooks = 4
// Answers remembered so that they are not sent twice; cuts nothing.
const maxRememberedAnswers = 512
/** Tasks of an agent that are listed by name; the chat shows all. */
const maxNamedTasks = 50
// Longest wait for the reading of a conversation in a call that does not follow it; it then answers with what was read.
const maxReadingMs = 10_000

export function createStoryApi<Folded extends FoldedConversation>(stories: Stories<Folded>): Story {
  let version = 0
  const nextVersion = () => {
    version += 1
    return version
  }
  const versionOf = createVersionOf(nextVersion)
  return {
    ...answerChats(stories, nextVersion, versionOf),
    ...answerTasks(stories, versionOf),
    ...answerCalls(stories, versionOf),
  }
}

function createVersionOf(nextVersion: () => number): VersionOf {
  const answers = createBoundedCache<string, { readonly digest: number; readonly version: number }>(
    maxRememberedAnswers,
  )
  return (question, answer) => {
    const digest = contentDigest(JSON.stringify(answer))
    const before = answers.get(question)
    const now = before?.digest === digest ? before : { digest, version: nextVersion() }
    answers.set(question, now)
    return now.version
  }
}

function answerChats<Folded extends FoldedConversation>(
  stories: Stories<Folded>,
  nextVersion: () => number,
  versionOf: VersionOf,
): Pick<Story, 'rows' | 'conversations' | 'message' | 'segment'> {
  const { farSecret } = stories
  const nothing = createChatRows(nextVersion, farSecret)
  const looks = new WeakMap<Folded, ReturnType<typeof createLruCache<string, ChatRows>>>()

  const rowsOf = (conversation: Folded, agentId: string, open: readonly string[]): ChatRows => {
    const workingText = stories.workingText(agentId)
    const look = looks.get(conversation) ?? createLruCache<string, ChatRows>(maxLooks)
    looks.set(conversation, look)
    const key = JSON.stringify([workingText, open])
    const rows = look.getOrMake(key, () => createChatRows(nextVersion, farSecret))
    const { task, exchange } = conversation.projection()
    rows.update(conversation.view(), { task, exchange, open: new Set(open), workingText })
    return rows
  }
  const chosen = async ({ agentId, of }: Pick<LookedAt, 'agentId' | 'of'>): Promise<Folded | undefined> => {
    const ref = stories.choose(agentId, of)
    const conversation = ref && stories.folded(agentId, ref)
    await stories.caughtUp([conversation])
    return conversation
  }
  /** A chat that gets its context is read again under it; until then its conversation so far stays in sight. */
  const inSight = (agentId: string, choice: ConversationChoice, conversation: Folded): Folded => {
    const isUnread = conversation.view() === undefined && conversation.progress() < 1
    return isUnread && choice.kind === 'conversation' ? stories.folded(agentId, refOf(choice)) : conversation
  }

  return {
    async rows({ agentId, of, open, offset, limit, ...wait }, options) {
      const { rows, ...reached } = await stories.followed(wait, options, async () => {
        const conversation = await chosen({ agentId, of })
        const shown = conversation && inSight(agentId, of, conversation)
        const rows = shown ? rowsOf(shown, agentId, open) : nothing
        return { rows, version: rows.version(), progress: conversation?.progress() ?? 1 }
      })
      const page = rows.page({ offset, limit }, wait.seen)
      return { ...page, ...reached, latest: stories.latest() }
    },
    conversations: ({ seen, waitMs, ...query }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const page = await stories.conversations(query)
        return { ...page, version: versionOf(`conversations ${JSON.stringify(query)}`, page) }
      }),
    async message({ agentId, of, key }) {
      const conversation = await chosen({ agentId, of })
      const view = conversation && messageIn(conversation, key)
      return conversation && view ? wholeMessage(view, conversation.projection(), farSecret) : null
    },
    async segment({ agentId, of, key }) {
      const conversation = await chosen({ agentId, of })
      if (!conversation) return null
      rowsOf(conversation, agentId, [])
      // Any of the kept layouts may have it, inside an item that is open there.
      const looked = [...(looks.get(conversation)?.values() ?? [])].map((rows) => rows.segment(key))
      const segment = looked.find((segment) => segment !== undefined)
      if (!segment) return null
      const { origins, count } = segment
      const text = segment.kind === 'text' ? segment.pieces.list().map((piece) => piece.text) : undefined
      return { ...(text && { text: text.join('') }), parts: origins, count }
    },
  }
}

function answerTasks<Folded extends FoldedConversation>(
  stories: Stories<Folded>,
  versionOf: VersionOf,
): Pick<Story, 'task' | 'tasks' | 'streamed' | 'artifact'> {
  const find = async (task: TaskName, withinMs?: number) => {
    const conversation = stories.ofTask(task)
    await stories.caughtUp([conversation], withinMs)
    const view = conversation && taskIn(conversation, task)
    return view && { conversation, view }
  }
  return {
    async task(task) {
      const taskAt = await find(task, maxReadingMs)
      return taskAt
        ? { ...briefOf(taskAt.view, taskAt.conversation.projection().exchange), of: taskAt.conversation.ref }
        : null
    },
    async tasks({ agentId }) {
      const names = stories.tasks(agentId).slice(0, maxNamedTasks)
      const conversation = names.map((taskId) => stories.ofTask({ agentId, taskId }))
      await stories.caughtUp(conversation)
      return names.map((taskId, index) => {
        const one = conversation[index]
        const state = one && taskIn(one, { agentId, taskId })?.status?.state
        return { taskId, ...defined({ state }) }
      })
    },
    async streamed(task) {
      const taskAt = await find(task, maxReadingMs)
      return taskAt ? streamedTask(taskAt.view) : null
    },
    artifact: ({ seen, waitMs, artifactId, most, ...task }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const taskAt = await find(task)
        const artifact = taskAt && slice(taskAt.view.artifacts).find((one) => one.artifactId === artifactId)
        const parts = artifact ? allParts(artifact.content) : []
        const text = partsText(parts, { joinsTexts: true, maxChars: most })
        return { text, version: versionOf(JSON.stringify([task, artifactId, most]), text) }
      }),
  }
}

function messageIn(foldedConversation: FoldedConversation, key: string): MessageView | undefined {
  const view = foldedConversation.view()
  for (const item of view ? values(view.items) : []) {
    if (item.kind === 'message' && messageKeyOf(item.message) === key) return item.message
  }
  return undefined
}

function wholeMessage(view: MessageView, projection: Projection, farSecret: string): WholeMessage {
  const { operation } = projection.exchange(view.first.exchangeId)?.call ?? {}
  const parts = [...piecesOf(view)]
    .flatMap((piece) => piece.parts)
    .map((part) => (part.kind === 'text' ? part : withoutFile(part, farSecret)))
  return { message: { ...view.message, parts }, ...defined({ operation }) }
}

// Answers the contract's calls about webhook calls: each with what it reported, its twin and its attempts.

function answerCalls<Folded extends FoldedConversation>(
  stories: Stories<Folded>,
  versionOf: VersionOf,
): Pick<EngineClient['story'], 'calls' | 'call'> {
  const callRows = async (rows: readonly ExchangeRow[]): Promise<readonly WebhookCallRow[]> => {
    const conversation = rows.map(({ id }) => stories.ofExchange(id))
    await stories.caughtUp(conversation)
    return rows.map((row, index) => callRow(row, conversation[index]))
  }
  return {
    calls: ({ seen, waitMs, ...query }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const { rows, total } = await stories.calls(query)
        const page = { rows: await callRows(rows), total }
        return { ...page, version: versionOf(`calls ${JSON.stringify(query)}`, page) }
      }),
    call: ({ seen, waitMs, exchangeId }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const exchange = await stories.exchange(exchangeId)
        const [row] = exchange ? await callRows([exchange]) : []
        const conversation = stories.ofExchange(exchangeId)
        const attempts = conversation ? attemptsOf(exchangeId, callsIn(conversation)) : []
        const answer = { row: row ?? null, attempts }
        return { ...answer, version: versionOf(`call ${exchangeId}`, answer) }
      }),
  }
}

function callsIn(foldedConversation: FoldedConversation): readonly TriedCall[] {
  const { exchanges, webhooks } = foldedConversation.projection().snapshot()
  return slice(webhooks).flatMap((index) => {
    const view = at(exchanges, index)
    if (!view) return []
    const { id, startedAt, startedMonoMs, status, webhook } = view
    return { id, startedAt, startedMonoMs, ...(status && { status }), ...defined({ call: webhook }) }
  })
}

function callRow(row: ExchangeRow, foldedConversation: FoldedConversation | undefined): WebhookCallRow {
  const projection = foldedConversation?.projection()
  const call = projection?.exchange(row.id)?.webhook
  if (!projection || !call) return row
  const { taskKey, landing } = call.told ?? {}
  const task = taskKey === undefined ? undefined : projection.task(taskKey)
  const event = task && landing ? task.events.at(landing.index) : undefined
  const twin = event && twinOf(event, row.id)
  return { ...row, call, ...defined({ twin }), ...(task?.foreign && { isStranger: true }) }
}

// The attempts at one notification, from the first refused one to the last, and how long the agent waited between them.

export type TriedCall = Pick<WebhookCallRow, 'id' | 'startedAt' | 'startedMonoMs' | 'status' | 'call'>

/** All attempts at the notification of this exchange, or this one alone. `all`: oldest first. */
export function attemptsOf(exchangeId: string, all: readonly TriedCall[]): readonly Attempt[] {
  const calls = all.slice(-maxAttemptsLooked)
  if (!calls.some(({ id }) => id === exchangeId)) return []
  const before = new Map(calls.map(({ id, call }) => [id, call?.sameAs]))
  const firstOf = (id: string): string => {
    let first = id
    for (let steps = 0; steps < maxAttempts; steps++) {
      const earlier = before.get(first)
      if (earlier === undefined || !before.has(earlier)) break
      first = earlier
    }
    return first
  }
  const first = firstOf(exchangeId)
  const chain = calls.filter(({ id }) => id === exchangeId || firstOf(id) === first).slice(0, maxAttempts)
  return chain.map((call, index) => attemptOf(call, chain[index - 1]))
}

function attemptOf(
  { id, startedAt, startedMonoMs, status = 0, call }: TriedCall,
  before: TriedCall | undefined,
): Attempt {
  const waited = before === undefined ? 0 : startedMonoMs - before.startedMonoMs
  const accepted = status >= 200 && status < 300 && call?.answer?.kind !== 'delayed'
  return {
    exchangeId: id,
    at: startedAt,
    waitedMs: Math.max(0, waited),
    status,
    answered: status === 0 ? 'unanswered' : accepted ? 'accepted' : 'refused',
  }
}

// Which other source reported the fact of a webhook call: the stream, a reply or a poll.

export function twinOf({ first, others }: TaskEvent, exchangeId: string): Twin | undefined {
  let looked = 0
  for (const { source, exchangeId: id, delayMs } of values(others)) {
    if (++looked > maxTwinSightings) return undefined
    if (first.exchangeId === exchangeId && source !== 'push')
      return { kind: 'ahead', source, aheadMs: delayMs }
    if (id === exchangeId) return { kind: 'after', source: first.source, delayMs }
  }
  return first.exchangeId === exchangeId ? { kind: 'alone' } : undefined
}
