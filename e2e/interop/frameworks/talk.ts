// A conversation with a framework agent through the contract, like a window's. Cases check the rows that the window draws in
// chat and timeline.

import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentCard } from '#shared/a2a/model.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { ChatPage } from '#shared/contract/story.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import type { TestWindow } from '#testing/engine/open-window.ts'
import { chatWords } from '#testing/story/chat-words.ts'
import { Mismatch, present } from '../verdict.ts'
import type { ToolWords } from './framework-table.ts'

/** The environment of a case: an engine that is connected to the agent by one interface. */
export interface Seat {
  readonly window: TestWindow
  readonly agentId: string
  readonly card: AgentCard
  readonly tells: ToolWords
  /** Aborts at the time-out. */
  readonly signal: AbortSignal
}

type Saying = Omit<Inputs['conversation']['send'], 'agentId'>

export interface Talk {
  /** Sends, and resolves when the answer has ended and its task is at rest; polls if needed. */
  say(turn: Saying): Promise<void>
  /** Sends without waiting for the answer. */
  begin(turn: Saying): void
  /** The chat, one line per block. */
  chat(): Promise<readonly string[]>
  /** The chat, once `isSo` holds. */
  until(isSo: (chat: readonly string[]) => boolean, what: string): Promise<readonly string[]>
  /** Its newest task; absent for agents that answer with messages. */
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
