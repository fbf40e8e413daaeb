// A conversation with an agent of a framework, held through the contract as a window holds it. What a case rests on is read from the
// rows of the chat and the timeline that the window draws.

import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentCard } from '#shared/a2a/model.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { ChatPage } from '#shared/contract/story.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import type { TestWindow } from '#testing/engine/open-window.ts'
import { chatWords } from '#testing/story/chat-words.ts'
import { Mismatch, present } from '../verdict.ts'
import type { ToolWords } from './framework-table.ts'

/** Where a case is tried: an engine that knows the agent by one of its ways in. */
export interface Seat {
  readonly window: TestWindow
  readonly agentId: string
  readonly card: AgentCard
  readonly tells: ToolWords
  /** Time is up. */
  readonly signal: AbortSignal
}

type Saying = Omit<Inputs['conversation']['send'], 'agentId'>

export interface Talk {
  /** Until the answer is over and its task has come to rest: polled where need be, as a user would. */
  say(turn: Saying): Promise<void>
  /** Sends, and does not wait for the answer. */
  begin(turn: Saying): void
  /** The chat, a line for each block. */
  chat(): Promise<readonly string[]>
  /** The chat once it is so. */
  until(isSo: (chat: readonly string[]) => boolean, what: string): Promise<readonly string[]>
  /** The newest task in it; agents that answer with messages have none. */
  task(): Promise<{ readonly taskId: string; readonly phase: string } | undefined>
  timeline(taskId: string): Promise<Outline>
  contextId(): Promise<string>
}

export function startTalk({ window, agentId, signal }: Seat): Talk {
  const { client, engine } = window
  engine.record.flush()
  const source = { kind: 'newest', after: engine.record.latest() } as const

  const page = async (): Promise<ChatPage> => {
    engine.record.flush()
    const read = await client.story.rows({ agentId, of: source, open: [], offset: 0, limit: 300 })
    return read.progress < 1 ? page() : read
  }
  const chat = async () => chatWords((await page()).rows.flatMap((row) => ('kept' in row ? [] : [row])))
  const task = async () => (await page()).conversation?.tasks.at(-1)
  const send = (turn: Saying) => client.conversation.send({ agentId, ...turn }, { signal })

  return {
    chat,
    task,
    begin: (turn) => void send(turn).catch(() => undefined),
    async say(turn) {
      await send(turn)
      const taskBrief = await task()
      if (taskBrief?.phase !== 'unwatched' && taskBrief?.phase !== 'interrupted') return
      const { taskId } = taskBrief
      const polled = await client.tasks.poll({ agentId, taskId, intervalMs: 200 }, { signal })
      for await (const { end } of polled) if (end) return
    },
    async until(isSo, what) {
      for (;;) {
        const now = await chat()
        if (isSo(now)) return now
        if (signal.aborted) throw new Mismatch(`${what} is not shown: ${now.join(' / ')}`)
        await sleep(100)
      }
    },
    async timeline(taskId) {
      engine.record.flush()
      const task = { taskId, agentId }
      return (await client.timeline.outline({ task, filter: {}, version: 0, waitMs: 0 })).outline
    },
    contextId: async () => present((await page()).conversation?.contextId, 'context'),
  }
}
