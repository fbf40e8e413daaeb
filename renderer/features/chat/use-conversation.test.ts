import { describe, expect, test } from 'vitest'
import type { ConversationBrief, ConversationChoice } from '#shared/contract/story.ts'
import { choiceToStay } from './use-conversation.ts'

const conversationBrief: ConversationBrief = {
  id: 'cone',
  contextId: 'one',
  agentId: 'a',
  isOurs: true,
  tasks: [],
  said: [],
}
const chosen: ConversationChoice = { kind: 'conversation', contextId: 'one' }
const newest: ConversationChoice = { kind: 'newest', after: 0 }
const chat: ConversationChoice = { kind: 'conversation', chatId: 'chat' }
const aNewChat = { kind: 'conversation', chatId: expect.any(String) }

describe('the chat stays', () => {
  test.each([
    ['with the conversation that is the newest at first', undefined, conversationBrief, chosen],
    ['with it after another was removed', newest, conversationBrief, chosen],
    ['with what the user chose', chosen, conversationBrief, undefined],
    ['with a chat, which has become a conversation', chat, conversationBrief, undefined],
    ['with an empty chat where there is none', undefined, null, aNewChat],
    ['with that one', chat, null, undefined],
    ['and is a new one where the conversation was deleted', chosen, null, aNewChat],
    ['with a conversation that isn’t known yet', chosen, undefined, undefined],
  ] as const)('%s', (_, choice, conversation, next) => {
    expect(choiceToStay(choice, conversation)).toEqual(next)
  })
})
