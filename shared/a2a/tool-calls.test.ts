import { describe, expect, test } from 'vitest'
import { defined } from '../defined.ts'
import type { DataPart, JsonObject, JsonValue } from './model.ts'
import { toolLine, toolNewsIn, toolPartIn } from './tool-calls.ts'

const partOf = (data: JsonValue, metadata?: JsonObject): DataPart => ({
  kind: 'data',
  data,
  ...defined({ metadata }),
})
const args = { city: 'Lisbon' }
const called = [{ kind: 'call', name: 'weather', content: args }]
const answered = [{ kind: 'result', content: 'sunny' }]

test.each([
  ['ADK', partOf({ id: 'a1', name: 'weather', args }, { adk_type: 'function_call' })],
  ['LangGraph', partOf({ tool_calls: [{ id: 'c1', name: 'weather', args, type: 'tool_call' }] })],
  ['Bedrock', partOf({ toolUse: { toolUseId: 'c1', name: 'weather', input: args } })],
  ['Anthropic', partOf({ type: 'tool_use', id: 'c1', name: 'weather', input: args })],
  ['OpenAI', partOf({ type: 'function', function: { name: 'weather', arguments: JSON.stringify(args) } })],
  ['OpenAI, responses', partOf({ type: 'function_call', name: 'weather', arguments: JSON.stringify(args) })],
])('a call in the words of %s', (_, part) => {
  expect(toolNewsIn(part)).toMatchObject(called)
})

test.each([
  ['ADK', partOf({ name: 'weather', response: 'sunny' }, { adk_type: 'function_response' })],
  [
    'LangGraph',
    partOf({ tool_results: [{ toolCallId: 'c1', name: 'weather', content: 'sunny', status: 'success' }] }),
  ],
  ['Bedrock', partOf({ toolResult: { toolUseId: 'weather', content: 'sunny' } })],
  ['Anthropic', partOf({ type: 'tool_result', tool_use_id: 'weather', content: 'sunny' })],
  ['OpenAI, responses', partOf({ type: 'function_call_output', call_id: 'weather', output: 'sunny' })],
])('a result in the words of %s', (_, part) => {
  expect(toolNewsIn(part)).toMatchObject(answered)
})

describe('under any prefix', () => {
  test.each(['adk_type', 'a2a_adk_type', 'kagent_type', 'x-type', 'partType', 'https://a.test/type', 'type'])(
    'the type is in %s',
    (name) => {
      const data = { id: 'c1', name: 'weather', args }
      expect(toolNewsIn(partOf(data, { [name]: 'function_call' }))).toEqual([{ ...called[0], id: 'c1' }])
      const response = { id: 'c1', name: 'weather', response: { result: 'sunny' } }
      expect(toolNewsIn(partOf(response, { [name]: 'function_response' }))).toEqual([
        { kind: 'result', name: 'weather', id: 'c1', content: { result: 'sunny' } },
      ])
    },
  )

  test.each(['adk_is_long_running', 'kagent_is_long_running', 'isLongRunning'])(
    'that it is long-running is in %s',
    (name) => {
      const marked = { kagent_type: 'function_call', [name]: true }
      expect(toolNewsIn(partOf({ name: 'weather', args }, marked))).toEqual([
        { ...called[0], isLongRunning: true },
      ])
      expect(toolNewsIn(partOf({ name: 'weather', args }, { ...marked, [name]: false }))).toEqual(called)
    },
  )

  test('what asks for a confirmation is the call it is about', () => {
    const original = { id: 'c1', name: 'weather', args }
    const request = {
      originalFunctionCall: original,
      toolConfirmation: { hint: 'Really?', confirmed: false },
    }
    const part = partOf(
      { id: 'c2', name: 'adk_request_confirmation', args: request },
      { kagent_type: 'function_call', kagent_is_long_running: true },
    )
    expect(toolNewsIn(part)).toEqual([
      { ...called[0], id: 'c1', toConfirm: { hint: 'Really?' }, isLongRunning: true },
    ])
    expect(toolLine(part)).toBe('weather needs confirmation {"city":"Lisbon"}')
  })
})

describe('by its shape', () => {
  test.each<readonly [string, JsonObject]>([
    ['args', { id: 'c1', name: 'weather', args }],
    ['arguments', { call_id: 'c1', name: 'weather', arguments: JSON.stringify(args) }],
    ['input', { tool_use_id: 'c1', name: 'weather', input: args }],
  ])('a call with %s', (_, data) => {
    expect(toolNewsIn(partOf(data))).toEqual([{ ...called[0], id: 'c1' }])
  })

  test.each(['response', 'result', 'output'])('a result with %s', (name) => {
    expect(toolNewsIn(partOf({ id: 'c1', name: 'weather', [name]: 'sunny' }))).toEqual([
      { ...answered[0], name: 'weather', id: 'c1' },
    ])
  })

  test.each<readonly [string, JsonObject]>([
    ['without an id', { name: 'weather', args }],
    ['with an id that is a number', { id: 1, name: 'weather', args }],
    ['without a name', { id: 'c1', args }],
    ['named with words', { id: 'c1', name: 'The weather', input: args }],
    ['with arguments that are none', { id: 'c1', name: 'weather', input: 'text' }],
    ['with a member besides', { id: 'c1', name: 'weather', input: args, price: 3 }],
    ['with a result and a member besides', { id: 'c1', name: 'weather', result: 'sunny', price: 3 }],
    ['with an id and a result alone', { id: 'c1', result: 'sunny' }],
    ['of another type', { kind: 'form', id: 'c1', name: 'weather', input: args }],
  ])('data %s is data', (_, data) => {
    expect(toolNewsIn(partOf(data))).toEqual([])
  })

  test('metadata is not read so', () => {
    expect(toolPartIn({ id: 'c1', name: 'weather', args })).toBe(undefined)
    expect(toolPartIn({ kagent_type: 'function_call', id: 'c1', name: 'weather', args })).toBeDefined()
  })
})

const trajectory = 'https://a2a-extensions.agentstack.beeai.dev/ui/trajectory/v1'
const agno = { tool_name: 'weather', tool_call_id: 'c1', tool_args: JSON.stringify(args) }

describe('in metadata', () => {
  test.each<readonly [string, JsonObject, object]>([
    ['Agno tells of a call', { agno_event_type: 'tool_call_started', ...agno }, { ...called[0], id: 'c1' }],
    [
      'Agno tells of its end, and of no result',
      { agno_event_type: 'tool_call_completed', ...agno },
      { kind: 'result', name: 'weather', id: 'c1' },
    ],
    [
      'AgentStack tells of a step',
      { [trajectory]: { title: 'weather', content: JSON.stringify(args), group_id: null } },
      { kind: 'step', name: 'weather', content: args },
    ],
    [
      '… in words alone',
      { [trajectory]: { title: null, content: 'It thinks.' } },
      { kind: 'step', name: 'Step', content: 'It thinks.' },
    ],
  ])('%s', (_, metadata, news) => {
    const part = toolPartIn(metadata)
    expect(part).toEqual({ kind: 'data', data: metadata, ofMetadata: true })
    expect(toolNewsIn(part ?? partOf(null))).toEqual([news])
  })

  test('Mastra tells of all calls and results of a task', () => {
    const source = { toolCallId: 'c1', toolName: 'weather', args }
    const execution = {
      toolCalls: [{ type: 'tool-call', runId: 'r', payload: source }],
      toolResults: [{ type: 'tool-result', runId: 'r', payload: { ...source, result: 'sunny' } }],
      finishReason: 'stop',
    }
    const part = toolPartIn({ resourceId: 'lisbon', execution })
    expect(toolNewsIn(part ?? partOf(null))).toEqual([
      { kind: 'call', name: 'weather', id: 'c1', content: args },
      { kind: 'result', name: 'weather', id: 'c1', content: 'sunny' },
    ])
    expect(toolPartIn({ execution: { ...execution, toolCalls: [], toolResults: [] } })).toBe(undefined)
  })

  test.each<readonly [string, JsonObject | undefined]>([
    ['none', undefined],
    ['what Agno tells besides', { agno_event_type: 'reasoning_step', agno_content_category: 'reasoning' }],
    ['a call without a name', { agno_event_type: 'tool_call_started' }],
    ['an empty step', { [trajectory]: { title: null, content: null } }],
    ['one that is no object', { [trajectory]: 'weather' }],
    ['what an agent keeps there', { adk_author: 'weather', adk_actions: {} }],
  ])('%s tells of no tool', (_, metadata) => {
    expect(toolPartIn(metadata)).toBe(undefined)
  })
})

test('tools in a line', () => {
  expect(toolLine(partOf({ tool_calls: [{ name: 'weather', args }, { name: 'time' }] }))).toBe(
    'weather called {"city":"Lisbon"}, time called {}',
  )
  expect(toolLine(partOf({ city: 'Lisbon' }))).toBe(undefined)
})

test('arguments that are too long to be read as JSON stay text', () => {
  const long = JSON.stringify({ text: 'x'.repeat(100_000) })
  const part = partOf({ type: 'function_call', name: 'weather', arguments: long })
  expect(toolNewsIn(part)).toMatchObject([{ content: long }])
})

test('a result that says it failed', () => {
  const part = partOf({ tool_results: [{ name: 'weather', content: 'no', status: 'error' }] })
  expect(toolNewsIn(part)).toMatchObject([{ failed: true }])
})

test.each([
  ['a list', partOf([{ name: 'weather' }])],
  ['any object with a name', partOf({ name: 'weather', args })],
  ['a type of its own', partOf({ type: 'weather', name: 'weather' })],
  ['a call without a name', partOf({ args }, { adk_type: 'function_call' })],
  ['a result of nothing', partOf({ response: 'sunny' }, { adk_type: 'function_response' })],
  ['one that does not tell among those that do', partOf({ tool_calls: [{ name: 'weather', args }, 7] })],
  ['a thousand', partOf({ tool_calls: Array.from({ length: 1_000 }, () => ({ name: 'weather', args })) })],
  ['nothing', partOf(null)],
])('%s stays data', (_, part) => {
  expect(toolNewsIn(part)).toEqual([])
})
