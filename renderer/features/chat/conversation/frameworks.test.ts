// What the chat shows of agents that frameworks make, from what they really sent. The fake model behind them says one sentence
// of eighteen tokens, or another one of fourteen.

import { describe, expect, test } from 'vitest'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { values } from '#shared/collections/list.ts'
import type { WorkingText } from '#shared/contract/chat.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { Also } from '#shared/story/turn-body.ts'
import { frameworkScenarios, recordOf } from '../../../../e2e/fixtures/framework-captures.ts'
import { createLayout } from './layout.ts'
import type { Row } from './row.ts'

const answer = 'Lisbon is a city on the river Tagus. The hills, the trams, ha ha, and the the light.'
const begun = 'Lisbon is a city on'
const preamble = 'Let me look that up.'
const frameworks = [
  'adk',
  'adk-sse',
  'adk-sse-new',
  'agentstack',
  'agno',
  'langgraph',
  'langgraph-v03',
  'pydantic-ai',
  'strands',
  'strands-compliant',
]

/** The chat of the newest conversation held here, block by block. */
function chatOf(scenarios: readonly string[], workingText?: WorkingText): readonly string[] {
  const projection = createProjection(createReading({ dialectOf }))
  projection.apply(recordOf(...scenarios))
  const conversations = [...values(projection.snapshot().conversations)]
  const conversation = conversations.findLast(({ isOurs, mergedInto }) => isOurs && mergedInto === undefined)
  if (!conversation) return []
  const { task, exchange } = projection
  const { blocks } = createLayout().build(conversation, { task, exchange, open: new Set(), workingText })
  return [...new Set(blocks)].map(({ label, rows }) => [label, ...rows.flatMap(wordsOf)].join(' | '))
}

function wordsOf(row: Row): readonly string[] {
  switch (row.kind) {
    case 'text':
      return [row.piece.text.trim()]
    case 'artifact':
      return ['artifact', ...alsoOf(row.also)]
    case 'also':
      return alsoOf(row.also)
    case 'part':
      return [row.segment.part.kind]
    case 'offer':
    case 'problem':
      return [row.kind]
    default:
      return []
  }
}

function alsoOf({ states, told, closing }: Also): readonly string[] {
  const places = [states && `${states} states`, told && `${told} of its history`, closing && 'closing']
  const also = places.filter(Boolean)
  return also.length > 0 ? [`also ${also.join(', ')}`] : []
}

const textShown = (chat: readonly string[]) => chat.join('\n').split(answer).length - 1

describe('an answer is read once', () => {
  const answered = frameworkScenarios().filter((name) =>
    /(?<!fail)-(stream|send|resubscribe|tool|whole|artifact)$/.test(name),
  )
  // It answers a stream with an error of its server.
  test.each(answered.filter((name) => name !== 'pydantic-ai1-stream'))('%s', (name) => {
    expect(textShown(chatOf([name]))).toBe(1)
  })
})

test.each(frameworks)('what is read of a task moves nothing and repeats nothing: %s', (framework) => {
  const streamed = chatOf([`${framework}-stream`])
  expect(streamed[0]).toBe('You | Tell me of Lisbon')
  const read = chatOf([`${framework}-stream`, `${framework}-get`, `${framework}-list`])
  // The lists have a task besides, which another client started.
  expect(read.filter((block) => !block.endsWith('offer'))).toEqual(streamed)
  const twice = ['stream', 'get', 'stream-second-turn', 'get-second-turn', 'list'].map(
    (each) => `${framework}-${each}`,
  )
  expect(chatOf(twice).slice(0, streamed.length)).toEqual(streamed)
  expect(chatOf(twice)).toHaveLength(streamed.length * 2)
})

describe('the text of messages that a task says while it works', () => {
  test.each([
    ['strands-stream', [`Task completed | artifact | also 18 states | ${answer}`]],
    ['strands-send', [`Task completed | artifact | also 18 of its history | ${answer}`]],
    ['strands-tool', [`Task completed | ${preamble} | artifact | also 18 states | ${answer}`]],
    ['strands-fail-mid', [`Task failed | ${begun} | Agent execution failed`]],
    ['agentstack-stream', [`Task completed | ${answer}`]],
    ['agentstack-send', [`Task completed | ${answer}`]],
    ['agentstack-tool', [`Task completed | ${preamble} | ${answer}`]],
    ['agentstack-whole', [`Task completed | ${answer}`]],
    ['agentstack-fail-mid', [`Task failed | ${begun} | ## RuntimeError\nthe model broke off`]],
    ['langgraph-stream', [`Task completed | artifact | also 18 states | ${answer}`]],
    ['langgraph-tool', [`Task completed | ${preamble} | artifact | also 18 states | ${answer}`]],
    ['langgraph-fail-mid', [`Task failed | ${begun} | the model broke off`]],
    ['adk-stream', [`Task completed | artifact | also 1 states | ${answer}`]],
    ['adk-sse-stream', [`Task completed | artifact | also 18 states | ${answer}`]],
    ['agno-stream', ['Task completed', `Agent | ${answer}`]],
    ['agno-tool', ['Task completed', `Agent | ${preamble}${answer}`]],
    ['pydantic-ai-tool', [`Task completed | artifact | ${answer}`]],
  ])('%s', (name, chat) => {
    expect(chatOf([name]).slice(1)).toEqual(chat)
  })

  test('is folded away where the user says these are notes, and always shown where they are the answer', () => {
    expect(chatOf(['agentstack-stream'], 'notes')).toEqual(['You | Tell me of Lisbon', 'Task completed'])
    expect(chatOf(['adk-tool'])).toEqual([
      'You | use the tool',
      `Task completed | artifact | also 1 states | ${answer}`,
    ])
    expect(chatOf(['adk-tool'], 'text')).toEqual([
      'You | use the tool',
      `Task completed | ${preamble} | data | data | artifact | also 1 states | ${answer}`,
    ])
  })
})
