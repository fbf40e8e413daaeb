// What the chat shows of agents built with frameworks, from captured responses. The fake model behind them answers with a
// sentence of eighteen tokens, or with another one of fourteen.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry, FrameEntry } from '#shared/record/entry.ts'
import { chatWords } from '#testing/story/chat-words.ts'
import { frameworkScenarios, recordOf } from '../../../e2e/fixtures/framework-captures.ts'
import { isFullRun } from '../../../e2e/full-run.ts'
import { dialectOf } from '../../a2a/dialects.ts'
import { values } from '../../collections/list.ts'
import type { WorkingText } from '../../contract/chat.ts'
import { Projection } from '../projection.ts'
import { createReading } from '../reading.ts'
import { createLayout, type Layout } from './layout.ts'

const answer = 'Lisbon is a city on the river Tagus. The hills, the trams, ha ha, and the the light.'
const secondAnswer = 'The second answer: Porto is on the Douro, yes yes, and the the wine.'
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

/** Each of their captures is a conversation by itself. */
const laterFrameworks = ['agent-framework', 'agent-framework-sse', 'crewai', 'mastra', 'voltagent']

const chatOf = (scenarios: readonly string[], workingText?: WorkingText) =>
  chatIn(recordOf(...scenarios), workingText)

/** The chat of the newest conversation with own messages, block by block. */
function chatIn(entries: readonly Entry[], workingText?: WorkingText): readonly string[] {
  const projection = new Projection(createReading({ dialectOf }))
  const { task, exchange } = projection
  const builder = createLayout()
  let layout: Layout = { rows: [], blocks: [], count: 0 }
  // As in a window, which receives each update as it arrives.
  for (const entry of entries) {
    projection.apply([entry])
    const conversations = [...values(projection.snapshot().conversations)]
    const shown = conversations.findLast(({ isOurs, mergedInto }) => isOurs && mergedInto === undefined)
    if (shown) layout = builder.build(shown, { task, exchange, open: new Set(), workingText })
  }
  const { rows, blocks } = layout
  return chatWords(
    rows.flatMap((row, index) => blocks.slice(index, index + 1).map((block) => ({ ...row, block }))),
  )
}

const textShown = (chat: readonly string[]) => chat.join('\n').split(answer).length - 1

describe('an answer is read once', () => {
  const answered = frameworkScenarios().filter((name) =>
    /(?<!fail)-(stream|send|resubscribe|tool|whole|artifact)$/.test(name),
  )
  // Its server answers a stream with an error.
  test.each(answered.filter((name) => name !== 'pydantic-ai1-stream'))('%s', (name) => {
    expect(textShown(chatOf([name]))).toBe(1)
  })
})

test.each(frameworks)('what is read of a task moves nothing and repeats nothing: %s', (framework) => {
  const streamed = chatOf([`${framework}-stream`])
  expect(streamed[0]).toBe('You | Tell me of Lisbon')
  const read = chatOf([`${framework}-stream`, `${framework}-get`, `${framework}-list`])
  // The lists contain a task that another client started.
  expect(read.filter((block) => !block.endsWith('offer'))).toEqual(streamed)
  const twice = ['stream', 'get', 'stream-second-turn', 'get-second-turn', 'list'].map(
    (each) => `${framework}-${each}`,
  )
  expect(chatOf(twice).slice(0, streamed.length)).toEqual(streamed)
  expect(chatOf(twice)).toHaveLength(streamed.length * 2)
})

test.each(laterFrameworks)(
  'get and list move nothing, and a second turn follows the first: %s',
  (framework) => {
    const streamed = chatOf([`${framework}-stream`])
    expect(streamed[0]).toBe('You | Tell me of Lisbon')
    expect(chatOf([`${framework}-get`])).toEqual(streamed)
    expect(chatOf([`${framework}-list`])).toEqual(streamed)
    const both = chatOf([`${framework}-second-turn`])
    expect(both.slice(0, streamed.length)).toEqual(streamed)
    const [requested, ...answered] = both.slice(streamed.length)
    expect(requested).toBe('You | And Porto?')
    expect(answered.join().split(secondAnswer)).toHaveLength(2)
  },
)

describe('no answer of a framework is invisible', () => {
  const texts = frameworkScenarios().filter((name) => !/(get|list|get-second-turn)$/.test(name))
  // One answers "completed" whatever went wrong; the server of the other answered in plain text.
  const silent = ['agno-fail', 'pydantic-ai1-stream']
  // They end without a message.
  const wordless = [
    'agent-framework-cancel',
    'agent-framework-sse-cancel',
    'pydantic-ai-fail',
    'pydantic-ai-fail-send',
  ]
  test.each(texts.filter((name) => !silent.includes(name)))('%s', (name) => {
    const [, ...answered] = chatOf([name])
    const all = answered.join(' ')
    if (wordless.includes(name)) expect(all).toMatch(/^Task (failed|canceled)/)
    else expect(all).toMatch(/Lisbon is a|second answer|desk|train|broke off|came as|error|cancel|fail/i)
  })
})

describe('the text of messages that a task says while it works', () => {
  test.each([
    ['strands-stream', [`Task completed | artifact | also 18 states | ${answer}`]],
    ['strands-send', [`Task completed | artifact | also 18 of its history | ${answer}`]],
    ['strands-tool', [`Task completed | ${preamble} | artifact | also 18 states | ${answer}`]],
    ['strands-fail-mid', [`Task failed | ${begun} | Agent execution failed`]],
    ['agentstack-stream', [`Task completed | ${answer}`]],
    ['agentstack-send', [`Task completed | ${answer}`]],
    ['agentstack-tool', [`Task completed | weather step | ${preamble} | weather step | ${answer}`]],
    ['agentstack-whole', [`Task completed | ${answer}`]],
    ['agentstack-fail-mid', [`Task failed | ${begun} | ## RuntimeError\nthe model broke off`]],
    ['langgraph-stream', [`Task completed | artifact | also 18 states | ${answer}`]],
    [
      'langgraph-tool',
      [`Task completed | ${preamble} | weather result | artifact | also 18 states | ${answer}`],
    ],
    ['langgraph-fail-mid', [`Task failed | ${begun} | the model broke off`]],
    ['adk-stream', [`Task completed | artifact | also 1 states | ${answer}`]],
    [
      'adk-sse-tool',
      [
        `Task completed | ${preamble} | weather called | weather result | artifact | also 18 states | ${answer}`,
      ],
    ],
    [
      'adk-sse-new-tool',
      [
        `Task completed | artifact | ${preamble} | weather called | artifact | weather result | artifact | ${answer}`,
      ],
    ],
    ['adk-sse-stream', [`Task completed | artifact | also 18 states | ${answer}`]],
    ['agno-stream', [`Task completed | ${answer}`]],
    ['agno-tool', [`Task completed | ${preamble} | weather called | weather finished | ${answer}`]],
    ['agno-fail-mid', [`Task failed | ${begun}`]],
    ['pydantic-ai-tool', [`Task completed | artifact | ${answer}`]],
    ['agent-framework-tool', [`Task completed | ${preamble} | ${answer}`]],
    ['agent-framework-sse-tool', [`Task completed | artifact | ${preamble}${answer}`]],
    ['agent-framework-sse-fail-mid', [`Task failed | artifact | ${begun} | the model broke off`]],
    ['crewai-stream', [`Task completed | artifact | also 1 of its history | ${answer}`]],
    ['crewai-tool', [`Task completed | artifact | also 1 of its history | ${answer}`]],
    ['mastra-tool', [`Task completed | artifact | ${preamble}${answer}`]],
    [
      'mastra-tool-send',
      [`Task completed | weather called | weather result | artifact | ${preamble}${answer}`],
    ],
    [
      'kagent-tool',
      [
        `Task completed | ${preamble} | weather called | weather result | artifact | also 1 states | ${answer}`,
      ],
    ],
    ['adk-confirm', ['Task input-required | The train leaves at nine. | book needs confirmation']],
    ['kagent-confirm', ['Task input-required | The train leaves at nine. | book needs confirmation']],
    [
      'adk-long-running',
      [`Task input-required | ${answer} | The desk will answer. | ask_desk called | ask_desk result`],
    ],
    [
      'kagent-long-running',
      ['Task input-required | The desk will answer. | ask_desk called | also 1 states'],
    ],
    ['mastra-fail', ['Task failed | Handler failed: the model broke off']],
    ['voltagent-stream', [`Task completed | ${answer} | also 18 of its history`]],
    ['voltagent-tool', [`Task completed | ${preamble}${answer} | also 23 of its history`]],
  ])('%s', (name, chat) => {
    expect(chatOf([name]).slice(1)).toEqual(chat)
  })

  test('is followed once by the error that broke its stream off, in the task', () => {
    const streamed = recordOf('voltagent-fail-mid').filter(({ exchangeId }) => exchangeId === '0.0')
    expect(chatIn(streamed)).toEqual([
      'You | failmid',
      `Task working | ${begun} | Error -32603: the model broke off`,
    ])
  })

  test('is folded away where the user says these are notes, and always shown where they are the answer', () => {
    expect(chatOf(['agentstack-stream'], 'notes')).toEqual(['You | Tell me of Lisbon', 'Task completed'])
  })

  test.each([undefined, 'notes', 'text'] as const)(
    'the tools it used stand between, also where working text is read as %s',
    (as) => {
      expect(chatOf(['adk-tool'], as)).toEqual([
        'You | use the tool',
        `Task completed | ${preamble} | weather called | weather result | artifact | also 1 states | ${answer}`,
      ])
    },
  )
})

const numRuns = isFullRun ? 200 : 20

describe('webhook calls that tell the same, sooner or later than the stream and in any order, change nothing', () => {
  const streams = [
    'adk-sse-tool',
    'strands-stream',
    'strands-tool',
    'agentstack-tool',
    'langgraph-v03-stream',
    'adk-sse-stream',
  ]
  test.each([...streams, 'adk-sse-new-stream'])('%s', (name) => {
    const entries = recordOf(name)
    // An overtaken piece may be within the text that arrived.
    const read = (entries: readonly Entry[]) =>
      chatIn(entries).map((block) => block.replace(/ \| also [^|]*/g, ''))
    const streamed = read(entries)
    const frames = entries.filter((entry): entry is FrameEntry => entry.kind === 'frame')
    const delay = fc.integer({ min: -60, max: 200 })
    const delays = fc.array(delay, { minLength: frames.length, maxLength: frames.length })
    fc.assert(
      fc.property(delays, (byFrame) => {
        const calls = frames.map((frame, index) => callOf(frame, index, byFrame[index] ?? 0))
        const [request, ...reported] = [...entries, ...calls].toSorted(
          (one, other) => one.monoMs - other.monoMs,
        )
        const all = [request, ...reported].flatMap((entry, index) =>
          entry ? { ...entry, seq: index + 1 } : [],
        )
        expect(read(all)).toEqual(streamed)
      }),
      { numRuns },
    )
  })
})

/** The webhook call that repeats a frame. Pieces of artifacts have no time, so these follow the stream. */
function callOf(frame: FrameEntry, index: number, delayMs: number): Entry {
  const { result } = JSON.parse(frame.data?.text ?? '{}')
  const text = JSON.stringify(result)
  const monoMs = frame.monoMs + (/"artifact(-u|U)pdate"/.test(text) ? Math.max(1, delayMs) : delayMs)
  return {
    seq: 0,
    sessionId: 's',
    exchangeId: `w${index}`,
    at: frame.at - frame.monoMs + monoMs,
    monoMs: Math.max(1_001, monoMs),
    kind: 'webhook',
    method: 'POST',
    path: '/hook',
    headers: [],
    remoteAddress: '127.0.0.1',
    answeredStatus: 200,
    body: { sizeBytes: text.length, text },
  }
}
