// A chat has its own id until the agent gives it a context: it is never empty while it is read under that.

import { afterEach, expect, test } from 'vitest'
import { createStoryApi } from '#shared/story/story-api.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { createConversationFolds } from './conversation-folds.ts'

let window: TestWindow
let kit: Agent
afterEach(async () => {
  await window.close()
  await kit.close()
})

test('a chat stays in sight while it is read under the context it was given', async () => {
  window = await openWindow()
  const answer = Promise.withResolvers<void>()
  kit = await agent({
    dialect: '1.0',
    async *script() {
      await answer.promise
      yield { step: 'message', parts: [{ kind: 'text', text: 'fine' }] }
    },
  })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const { rows } = storyOfBusyMachine(window)
  const choice = { kind: 'conversation', chatId: 'chat' } as const
  const look = (version?: number) =>
    rows({ agentId, of: choice, open: [], limit: 10, waitMs: 10_000, seen: version })

  const sent = window.engine.conversation.send({ agentId, chatId: 'chat', text: 'hello', stream: false })
  let page = await look()
  while (page.total === 0) page = await look(page.version)
  answer.resolve()
  while (page.conversation?.contextId === undefined) {
    expect(page.conversation).not.toBe(null)
    page = await look(page.version)
  }
  await sent
  expect(page.total).toBe(4)
})

/** When a conversation with a context is opened for the first time, nothing of it has been read. */
function storyOfBusyMachine({ engine: { record } }: TestWindow) {
  const folds = createConversationFolds(record)
  const looked = new Set<unknown>()
  return createStoryApi({
    ...folds,
    async caughtUp(conversations, withinMs) {
      const isFirst = conversations.some((one) => one?.ref.contextId !== undefined && !looked.has(one))
      for (const one of conversations) looked.add(one)
      if (!isFirst) await folds.caughtUp(conversations, withinMs)
    },
    choose: (agentId, choice) =>
      choice.kind === 'newest' ? undefined : record.conversations.ofChat(agentId, choice.chatId ?? '')?.ref,
    latest: record.latest,
    conversations: async () => ({ rows: [], total: 0, others: 0, version: 0, progress: 1 }),
    tasks: () => [],
    calls: async () => ({ rows: [], total: 0, version: 0, waitedMs: 0 }),
    exchange: async () => undefined,
    workingText: () => undefined,
  })
}
