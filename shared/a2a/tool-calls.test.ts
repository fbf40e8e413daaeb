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
    const of = { toolCallId: 'c1', toolName: 'weather', args }
    const execution = {
      toolCalls: [{ type: 'tool-call', runId: 'r', payload: of }],
      toolResults: [{ type: 'tool-result', runId: 'r', payload: { ...of, result: 'sunny' } }],
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
