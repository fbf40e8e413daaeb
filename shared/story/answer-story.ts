// Answers what the contract asks of stories from the folds of conversations. How the folds come to know their entries is the business
// of where the record is.

import type { Part } from '../a2a/model.ts'
import { createLatest } from '../collections/latest.ts'
import { slice, values } from '../collections/list.ts'
import { createRecent } from '../collections/recent.ts'
import type { EngineClient } from '../contract/contract.ts'
import type { ConversationChoice, LookedAt, WholeMessage } from '../contract/story.ts'
import { defined } from '../defined.ts'
import { answerCalls } from './answer-calls.ts'
import { partsSaid } from './artifact-content.ts'
import { type ChatRows, createChatRows } from './chat/chat-rows.ts'
import { messageKeyOf } from './chat/message-blocks.ts'
import { withoutFile } from './chat/segment-rows.ts'
import { briefOf } from './chat/task-brief.ts'
import { contentDigest } from './content-key.ts'
import { refOf } from './conversation-ref.ts'
import { piecesOf } from './known-messages.ts'
import type { Projection } from './projection.ts'
import { type Stories, type TaskName, type ToldConversation, taskIn, type VersionOf } from './stories.ts'
import { streamedTask } from './streamed-task.ts'
import type { MessageView } from './task-view.ts'

type Story = EngineClient['story']

// Ways one conversation is looked at that are kept; another is folded again.
const maxLooks = 4
// Answers known to a window so that they are not sent twice; cuts nothing.
const maxRememberedAnswers = 512
/** Tasks of an agent that are listed by name; the chat shows all. */
const maxNamedTasks = 50
// A question that is asked once waits for the reading of its conversation; past it, the answer is what was read by then.
const maxReadingMs = 10_000

export function answerStory<Told extends ToldConversation>(stories: Stories<Told>): Story {
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
  const answers = createRecent<string, { readonly digest: number; readonly version: number }>(
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

function answerChats<Told extends ToldConversation>(
  stories: Stories<Told>,
  nextVersion: () => number,
  versionOf: VersionOf,
): Pick<Story, 'rows' | 'conversations' | 'message' | 'segment'> {
  const { farSecret } = stories
  const nothing = createChatRows(nextVersion, farSecret)
  const looks = new WeakMap<Told, ReturnType<typeof createLatest<string, ChatRows>>>()

  const rowsOf = (told: Told, agentId: string, open: readonly string[]): ChatRows => {
    const workingText = stories.workingText(agentId)
    const known = looks.get(told) ?? createLatest<string, ChatRows>(maxLooks)
    looks.set(told, known)
    const key = JSON.stringify([workingText, open])
    const rows = known.of(key, () => createChatRows(nextVersion, farSecret))
    const { task, exchange } = told.projection()
    rows.update(told.view(), { task, exchange, open: new Set(open), workingText })
    return rows
  }
  const chosen = async ({ agentId, of }: Pick<LookedAt, 'agentId' | 'of'>): Promise<Told | undefined> => {
    const ref = stories.choose(agentId, of)
    const told = ref && stories.told(agentId, ref)
    await stories.caughtUp([told])
    return told
  }
  /** A chat that is given its context is read anew under that; until it is, what it was stays in sight. */
  const inSight = (agentId: string, choice: ConversationChoice, conversation: Told): Told => {
    const isUnread = conversation.view() === undefined && conversation.progress() < 1
    return isUnread && choice.kind === 'conversation' ? stories.told(agentId, refOf(choice)) : conversation
  }

  return {
    async rows({ agentId, of, open, offset, limit, ...wait }, options) {
      const { rows, ...reached } = await stories.followed(wait, options, async () => {
        const told = await chosen({ agentId, of })
        const shown = told && inSight(agentId, of, told)
        const rows = shown ? rowsOf(shown, agentId, open) : nothing
        return { rows, version: rows.version(), progress: told?.progress() ?? 1 }
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
      const told = await chosen({ agentId, of })
      const view = told && messageIn(told, key)
      return told && view ? wholeMessage(view, told.projection(), farSecret) : null
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
  }
}

function answerTasks<Told extends ToldConversation>(
  stories: Stories<Told>,
  versionOf: VersionOf,
): Pick<Story, 'task' | 'tasks' | 'streamed' | 'artifact'> {
  const find = async (task: TaskName, withinMs?: number) => {
    const told = stories.ofTask(task)
    await stories.caughtUp([told], withinMs)
    const view = told && taskIn(told, task)
    return view && { told, view }
  }
  return {
    async task(task) {
      const found = await find(task, maxReadingMs)
      return found ? { ...briefOf(found.view, found.told.projection().exchange), of: found.told.ref } : null
    },
    async tasks({ agentId }) {
      const names = stories.tasks(agentId).slice(0, maxNamedTasks)
      const told = names.map((taskId) => stories.ofTask({ agentId, taskId }))
      await stories.caughtUp(told)
      return names.map((taskId, index) => {
        const one = told[index]
        const state = one && taskIn(one, { agentId, taskId })?.status?.state
        return { taskId, ...defined({ state }) }
      })
    },
    async streamed(task) {
      const found = await find(task, maxReadingMs)
      return found ? streamedTask(found.view) : null
    },
    artifact: ({ seen, waitMs, artifactId, most, ...task }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const found = await find(task)
        const artifact = found && slice(found.view.artifacts).find((one) => one.artifactId === artifactId)
        const text = artifact ? wordsOf(partsSaid(artifact.content), most) : ''
        return { text, version: versionOf(JSON.stringify([task, artifactId, most]), text) }
      }),
  }
}

function messageIn(told: ToldConversation, key: string): MessageView | undefined {
  const view = told.view()
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
