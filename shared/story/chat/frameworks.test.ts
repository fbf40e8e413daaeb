// What the chat shows of agents that frameworks make, from what they really sent. The fake model behind them says one sentence
// of eighteen tokens, or another one of fourteen.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry, FrameEntry } from '#shared/record/entry.ts'
import { frameworkScenarios, recordOf } from '../../../e2e/fixtures/framework-captures.ts'
import { dialectOf } from '../../a2a/dialects.ts'
import { values } from '../../collections/list.ts'
import type { WorkingText } from '../../contract/chat.ts'
import { createProjection } from '../projection.ts'
import { createReading } from '../reading.ts'
import type { Also } from '../turn-body.ts'
import type { BareRow } from './chat-row.ts'
import { createLayout, type Layout } from './layout.ts'

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

const chatOf = (scenarios: readonly string[], workingText?: WorkingText) =>
  chatIn(recordOf(...scenarios), workingText)

/** The chat of the newest conversation held here, block by block. */
function chatIn(entries: readonly Entry[], workingText?: WorkingText): readonly string[] {
  const projection = createProjection(createReading({ dialectOf }))
  const { task, exchange } = projection
  const builder = createLayout()
  let layout: Layout = { rows: [], blocks: [], count: 0 }
  // As a window sees it, which is told each bit that comes.
  for (const entry of entries) {
    projection.apply([entry])
    const conversations = [...values(projection.snapshot().conversations)]
    const shown = conversations.findLast(({ isOurs, mergedInto }) => isOurs && mergedInto === undefined)
    if (shown) layout = builder.build(shown, { task, exchange, open: new Set(), workingText })
  }
  const { rows, blocks } = layout
  return [...new Set(blocks)].map((block) => {
    const own = rows.filter((_, index) => blocks[index] === block)
    return [block.label, ...own.flatMap(wordsOf)].join(' | ')
  })
}

function wordsOf(row: BareRow): readonly string[] {
  switch (row.kind) {
    case 'text':
      return [row.piece.text.trim()]
    case 'artifact':
      return ['artifact', ...alsoOf(row.also)]
    case 'also':
      return alsoOf(row.also)
    case 'part':
      return [row.part.kind]
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

describe('webhook calls that tell the same, sooner or later than the stream and in any order, change nothing', () => {
  const streams = [
    'strands-stream',
    'strands-tool',
    'agentstack-tool',
    'langgraph-v03-stream',
    'adk-sse-stream',
  ]
  test.each([...streams, 'adk-sse-new-stream'])('%s', (name) => {
    const entries = recordOf(name)
    // What was overtaken may be within what came.
    const read = (of: readonly Entry[]) => chatIn(of).map((block) => block.replace(/ \| also [^|]*/g, ''))
    const streamed = read(entries)
    const frames = entries.filter((entry): entry is FrameEntry => entry.kind === 'frame')
    const delay = fc.integer({ min: -60, max: 200 })
    const delays = fc.array(delay, { minLength: frames.length, maxLength: frames.length })
    fc.assert(
      fc.property(delays, (byFrame) => {
        const calls = frames.map((frame, index) => callOf(frame, index, byFrame[index] ?? 0))
        const [asked, ...told] = [...entries, ...calls].toSorted((one, other) => one.monoMs - other.monoMs)
        const all = [asked, ...told].flatMap((entry, index) => (entry ? { ...entry, seq: index + 1 } : []))
        expect(read(all)).toEqual(streamed)
      }),
    )
  })
})

/** The webhook call that tells what a frame does. Pieces of artifacts have no time of their own: these follow the stream. */
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
