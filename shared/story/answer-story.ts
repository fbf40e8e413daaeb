// Answers what the contract asks of stories from the folds of conversations. How the folds come to know their entries is the business
// of where the record is.

import type { Part } from '../a2a/model.ts'
import { at, slice, values } from '../collections/list.ts'
import { createRecent } from '../collections/recent.ts'
import type { WorkingText } from '../contract/chat.ts'
import type { ListPage } from '../contract/console.ts'
import type { EngineClient } from '../contract/contract.ts'
import type {
  ConversationChoice,
  ConversationPage,
  ConversationRef,
  LookedAt,
  WebhookCallRow,
} from '../contract/story.ts'
import { defined } from '../defined.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { partsSaid } from './artifact-content.ts'
import { type ChatRows, createChatRows } from './chat/chat-rows.ts'
import { messageKeyOf } from './chat/layout.ts'
import { withoutFile } from './chat/segment-rows.ts'
import { briefOf } from './chat/task-brief.ts'
import { contentDigest } from './content-key.ts'
import { piecesOf } from './known-messages.ts'
import type { Projection } from './projection.ts'
import { streamedTask } from './streamed-task.ts'
import type { ConversationView, MessageView, TaskView } from './task-view.ts'
import { attemptsOf, type TriedCall } from './webhook-attempts.ts'
import { twinOf } from './webhook-twin.ts'

type Story = EngineClient['story']
export type WaitOptions = Parameters<Story['rows']>[1]

/** A conversation as it is told: its entries, folded. */
export interface ToldConversation {
  readonly ref: ConversationRef
  projection(): Projection
  /** The conversation among those that its entries tell of. */
  view(): ConversationView | undefined
  /** How much of it has been gone through, from 0 to 1. */
  progress(): number
}

interface TaskName {
  readonly taskId: string
  readonly agentId?: string | undefined
}

/** What is answered; below 1 it is not all read yet. */
export interface Versioned {
  readonly version: number
  readonly progress?: number
}

export interface Wait {
  readonly seen?: number | undefined
  readonly waitMs?: number | undefined
}

export interface Stories<Told extends ToldConversation> {
  choose(agentId: string, choice: ConversationChoice): ConversationRef | undefined
  told(agentId: string, ref: ConversationRef): Told
  ofTask(task: TaskName): Told | undefined
  ofExchange(exchangeId: string): Told | undefined
  /** What is on the record is folded by then, or the time is up. */
  caughtUp(told: readonly Told[], withinMs?: number): Promise<void>
  /** Looks until the version is another than the one that was seen, or the time is up. */
  followed<Answer extends Versioned>(
    wait: Wait,
    options: WaitOptions,
    look: () => Promise<Answer>,
  ): Promise<Answer & { readonly waitedMs: number }>
  latest(): number
  conversations(query: {
    readonly agentId: string
    readonly others: boolean
    readonly offset: number
    readonly limit: number
  }): Omit<ConversationPage, 'waitedMs'>
  /** The newest of an agent, by their names. */
  tasks(agentId: string): readonly string[]
  calls(query: { filter: string; offset: number; limit: number }): Promise<ListPage<ExchangeRow>>
  exchange(exchangeId: string): Promise<ExchangeRow | undefined>
  workingText(agentId: string): WorkingText | undefined
  /** In the marks of files that were left in the record. */
  readonly farSecret: string
}

/** Ways one conversation is looked at that are kept; another is folded again. */
const maxLooks = 4
/** Answers known to a window so that they are not sent twice; cuts nothing. */
const maxRememberedAnswers = 512
/** Tasks of an agent that are listed by name; the chat shows all. */
const maxNamedTasks = 50
/** A question that is asked once waits for the reading of its conversation; past it, the answer is what was read by then. */
const maxReadingMs = 10_000

interface FoundTask<Told> {
  readonly told: Told
  readonly view: TaskView
}

export function answerStory<Told extends ToldConversation>(stories: Stories<Told>): Story {
  let version = 0
  const nextVersion = () => {
    version += 1
    return version
  }
  const nothing = createChatRows(nextVersion, stories.farSecret)
  const looks = new WeakMap<Told, Map<string, ChatRows>>()
  const answers = createRecent<string, { readonly digest: number; readonly version: number }>(
    maxRememberedAnswers,
  )

  /** The version of an answer that is made anew each time. */
  const versionOf = (question: string, answer: unknown): number => {
    const digest = contentDigest(JSON.stringify(answer))
    const before = answers.get(question)
    const now = before?.digest === digest ? before : { digest, version: nextVersion() }
    answers.set(question, now)
    return now.version
  }

  const rowsOf = (told: Told, agentId: string, open: readonly string[]): ChatRows => {
    const workingText = stories.workingText(agentId)
    const key = JSON.stringify([workingText, open])
    const known = looks.get(told) ?? new Map<string, ChatRows>()
    looks.set(told, known)
    const rows = known.get(key) ?? createChatRows(nextVersion, stories.farSecret)
    known.delete(key)
    known.set(key, rows)
    const oldest = known.keys().next()
    if (known.size > maxLooks && !oldest.done) known.delete(oldest.value)
    const { task, exchange } = told.projection()
    rows.update(told.view(), { task, exchange, open: new Set(open), workingText })
    return rows
  }
  const chosen = async ({ agentId, of }: Pick<LookedAt, 'agentId' | 'of'>): Promise<Told | undefined> => {
    const ref = stories.choose(agentId, of)
    const told = ref && stories.told(agentId, ref)
    if (told) await stories.caughtUp([told])
    return told
  }
  const ofTask = async (task: TaskName, withinMs?: number): Promise<FoundTask<Told> | undefined> => {
    const told = stories.ofTask(task)
    if (!told) return undefined
    await stories.caughtUp([told], withinMs)
    const view = taskIn(told, task)
    return view && { told, view }
  }

  async function callRows(rows: readonly ExchangeRow[]): Promise<readonly WebhookCallRow[]> {
    const told = rows.map(({ id }) => stories.ofExchange(id))
    await stories.caughtUp([...new Set(told.filter((one) => one !== undefined))])
    return rows.map((row, index) => callRow(row, told[index]))
  }

  return {
    async rows({ agentId, of, open, offset, limit, ...wait }, options) {
      const { rows, ...reached } = await stories.followed(wait, options, async () => {
        const told = await chosen({ agentId, of })
        const rows = told ? rowsOf(told, agentId, open) : nothing
        return { rows, version: rows.version(), progress: told?.progress() ?? 1 }
      })
      const page = rows.page({ offset, limit }, wait.seen)
      return { ...page, ...reached, latest: stories.latest() }
    },
    conversations: ({ seen, waitMs, ...query }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const page = stories.conversations(query)
        return { ...page, version: versionOf(`conversations ${JSON.stringify(query)}`, page) }
      }),
    async message({ agentId, of, key }) {
      const told = await chosen({ agentId, of })
      const view = told && messageIn(told, key)
      if (!told || !view) return null
      const { operation } = told.projection().exchange(view.first.exchangeId)?.call ?? {}
      const parts = [...piecesOf(view)].flatMap((piece) => piece.parts)
      return {
        message: {
          ...view.message,
          parts: parts.map((part) => (part.kind === 'text' ? part : withoutFile(part, stories.farSecret))),
        },
        ...defined({ operation }),
      }
    },
    async segment({ agentId, of, key }) {
      const told = await chosen({ agentId, of })
      if (!told) return null
      rowsOf(told, agentId, [])
      // It may be within what somebody has folded out.
      const looked = [...(looks.get(told)?.values() ?? [])].map((rows) => rows.segment(key))
      const segment = looked.find((found) => found !== undefined)
      if (!segment) return null
      const { origins, count } = segment
      const text = segment.kind === 'text' ? segment.pieces.list().map((piece) => piece.text) : undefined
      return { ...(text && { text: text.join('') }), parts: origins, count }
    },
    async task(task) {
      const found = await ofTask(task, maxReadingMs)
      return found ? { ...briefOf(found.view, found.told.projection().exchange), of: found.told.ref } : null
    },
    async tasks({ agentId }) {
      const names = stories.tasks(agentId).slice(0, maxNamedTasks)
      const told = names.map((taskId) => stories.ofTask({ agentId, taskId }))
      await stories.caughtUp([...new Set(told.filter((one) => one !== undefined))])
      return names.map((taskId, index) => {
        const one = told[index]
        const state = one && taskIn(one, { agentId, taskId })?.status?.state
        return { taskId, ...defined({ state }) }
      })
    },
    async streamed(task) {
      const found = await ofTask(task, maxReadingMs)
      return found ? streamedTask(found.view) : null
    },
    artifact: ({ seen, waitMs, artifactId, most, ...task }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const found = await ofTask(task)
        const artifact = found && slice(found.view.artifacts).find((one) => one.artifactId === artifactId)
        const text = artifact ? wordsOf(partsSaid(artifact.content), most) : ''
        return { text, version: versionOf(JSON.stringify([task, artifactId, most]), text) }
      }),
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
        const told = stories.ofExchange(exchangeId)
        const attempts = told ? attemptsOf(exchangeId, callsIn(told)) : []
        const answer = { row: row ?? null, attempts }
        return { ...answer, version: versionOf(`call ${exchangeId}`, answer) }
      }),
  }
}

export function taskIn(told: ToldConversation, { taskId, agentId = '' }: TaskName): TaskView | undefined {
  const { task } = told.projection()
  const exact = task(`${agentId} ${taskId}`)
  if (exact || agentId !== '') return exact ?? task(` ${taskId}`)
  return [...values(told.projection().snapshot().tasks)].find((view) => view.taskId === taskId)
}

function messageIn(told: ToldConversation, key: string): MessageView | undefined {
  const view = told.view()
  for (const item of view ? values(view.items) : []) {
    if (item.kind === 'message' && messageKeyOf(item.message) === key) return item.message
  }
  return undefined
}

function callsIn(told: ToldConversation): readonly TriedCall[] {
  const { exchanges, webhooks } = told.projection().snapshot()
  return slice(webhooks).flatMap((index) => {
    const view = at(exchanges, index)
    if (!view) return []
    const { id, startedAt, startedMonoMs, status, webhook } = view
    return { id, startedAt, startedMonoMs, ...(status && { status }), ...defined({ call: webhook }) }
  })
}

function callRow(row: ExchangeRow, told: ToldConversation | undefined): WebhookCallRow {
  const projection = told?.projection()
  const call = projection?.exchange(row.id)?.webhook
  if (!projection || !call) return row
  const { taskKey, landing } = call.told ?? {}
  const task = taskKey === undefined ? undefined : projection.task(taskKey)
  const event = task && landing ? task.events.at(landing.index) : undefined
  const twin = event && twinOf(event, row.id)
  return { ...row, call, ...defined({ twin }), ...(task?.foreign && { isStranger: true }) }
}

/** What its pieces say, as far as it is text or can be put so. */
function wordsOf(parts: Iterable<Part>, most: number): string {
  let words = ''
  for (const part of parts) {
    if (part.kind === 'text') words += part.text
    else if (part.kind === 'data') words += `${JSON.stringify(part.data, null, 2)}\n`
    else if (part.kind === 'unknown') words += `${JSON.stringify(part.raw, null, 2)}\n`
    else words += `[${[part.filename ?? 'file', part.mediaType].filter(Boolean).join(', ')}]\n`
    if (words.length > most) break
  }
  return words.slice(0, most)
}
