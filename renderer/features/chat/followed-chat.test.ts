import { afterEach, expect, test } from 'vitest'
import type { ChatPage, ConversationChoice } from '#shared/contract/story.ts'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { useChat, useChatView } from '../../state/chat.ts'
import { type ChatSource, createChatList, followedChat } from './followed-chat.ts'

const none = () => undefined
let stop: () => void = none
afterEach(() => {
  stop()
  useChat.setState({ shown: {} })
  useChatView.setState({ open: new Set() })
})

interface Requested {
  readonly of: ConversationChoice
  readonly open: readonly string[]
  readonly offset: number | undefined
  readonly seen: number | undefined
  answer(conversation: string, rows: readonly string[]): Promise<void>
  readonly signal: AbortSignal | undefined
}

function open() {
  const requests: Requested[] = []
  const client: ChatSource = {
    story: {
      rows: ({ of, open: folded, offset, seen }, options) =>
        new Promise<ChatPage>((resolve) => {
          const answer = (contextId: string, keys: readonly string[]) => {
            const conversation = { id: contextId, contextId, agentId: 'a', isOurs: true, tasks: [], said: [] }
            const rows = keys.map(rowOf)
            const total = keys.length
            resolve({
              ...{ version: requests.length, waitedMs: 0, offset: 0, conversation },
              ...{ rows, total, blocks: total, latest: 7, progress: 1 },
            })
            return new Promise<void>(setImmediate)
          }
          requests.push({ of, open: folded, offset, seen, answer, signal: options?.signal })
        }),
    },
  }
  const chat = followedChat(client, { agentId: 'a', shownKey: 'live a' })
  const shown = () => {
    const { answer } = chat.state()
    return (
      answer && [
        answer.conversation?.id,
        ...Array.from({ length: answer.total }, (_, at) => chat.rowAt(at)?.key),
      ]
    )
  }
  return { asked: requests, chat, shown, client }
}

function rowOf(key: string): ChatRow {
  const place = { exchangeId: 'x', seq: 1 }
  return { key, kind: 'empty', block: { key, kind: 'theirs', label: 'Agent', place } }
}

test('what is folded out takes its place when its rows are there, in the same part of the conversation', async () => {
  const { asked, chat, shown } = open()
  stop = chat.subscribe(none)
  expect([asked.map(({ of, offset }) => [of, offset]), shown()]).toEqual([
    [[{ kind: 'newest', after: 0 }, undefined]],
    undefined,
  ])
  await asked[0]?.answer('one', ['head', 'foot'])
  chat.request(120, 140)
  useChatView.getState().toggle('task')
  expect(shown()).toEqual(['one', 'head', 'foot'])
  const next = asked.at(-1)
  expect([next?.open, next?.offset, next?.seen]).toEqual([['task'], 100, undefined])
  await next?.answer('one', ['head', 'said', 'foot'])
  expect(shown()).toEqual(['one', 'head', 'said', 'foot'])
})

test('another conversation is not taken for the one before; the same one by its name stays', async () => {
  const { asked, chat, shown } = open()
  stop = chat.subscribe(none)
  await asked[0]?.answer('one', ['head'])
  useChat.getState().show('live a', { kind: 'conversation', contextId: 'one' })
  expect(shown()).toEqual(['one', 'head'])
  await asked.at(-1)?.answer('one', ['head'])
  useChat.getState().show('live a', { kind: 'newest', after: 7 })
  expect(shown()).toBe(undefined)
  useChat.getState().show('live b', { kind: 'newest', after: 9 })
  expect(asked.at(-1)?.of).toEqual({ kind: 'newest', after: 7 })
})

test('a conversation of which nothing has been read yet is not taken for none', async () => {
  const pages = [0, 0.5, 1].map((progress): ChatPage => {
    const nothing = { conversation: null, offset: 0, rows: [], total: 0, blocks: 0, latest: 7 }
    return { ...nothing, progress, version: progress, waitedMs: 0 }
  })
  const client: ChatSource = {
    story: { rows: async () => pages.shift() ?? new Promise<ChatPage>(() => undefined) },
  }
  const list = createChatList(client, { agentId: 'a', of: { kind: 'newest', after: 0 }, open: [] })
  const observed: unknown[] = []
  await new Promise<void>((resolve) => {
    stop = list.subscribe(() => {
      const { answer } = list.state()
      observed.push(answer?.conversation)
      if (answer?.progress === 1) resolve()
    })
  })
  list.close()
  expect(observed).toEqual([undefined, undefined, null])
})

test('it is followed once for all who look, and for as long as one does', async () => {
  const { asked, chat, client } = open()
  expect(followedChat(client, { agentId: 'a', shownKey: 'live a' })).toBe(chat)
  const first = chat.subscribe(none)
  const second = chat.subscribe(() => undefined)
  expect(asked).toHaveLength(1)
  first()
  expect(asked[0]?.signal?.aborted).toBe(false)
  second()
  expect([asked[0]?.signal?.aborted, chat.state()]).toEqual([true, {}])
  useChatView.getState().toggle('task')
  expect(asked).toHaveLength(1)
})
