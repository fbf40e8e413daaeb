import { expect, test } from 'vitest'
import type { DataPart, JsonObject, JsonValue } from './model.ts'
import { toolNewsIn } from './tool-calls.ts'

const partOf = (data: JsonValue, metadata?: JsonObject): DataPart => ({
  kind: 'data',
  data,
  ...(metadata && { metadata }),
})
const args = { city: 'Lisbon' }
const called = [{ kind: 'call', name: 'weather', content: args }]
const answered = [{ kind: 'result', name: 'weather', content: 'sunny' }]

test.each([
  ['ADK', partOf({ id: 'a1', name: 'weather', args }, { adk_type: 'function_call' })],
  ['LangGraph', partOf({ tool_calls: [{ id: 'c1', name: 'weather', args, type: 'tool_call' }] })],
  ['Bedrock', partOf({ toolUse: { toolUseId: 'c1', name: 'weather', input: args } })],
  ['Anthropic', partOf({ type: 'tool_use', id: 'c1', name: 'weather', input: args })],
  ['OpenAI', partOf({ type: 'function', function: { name: 'weather', arguments: JSON.stringify(args) } })],
  ['OpenAI, responses', partOf({ type: 'function_call', name: 'weather', arguments: JSON.stringify(args) })],
])('a call in the words of %s', (_, part) => {
  expect(toolNewsIn(part)).toEqual(called)
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
  expect(toolNewsIn(part)).toEqual(answered)
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
  ['a result without content', partOf({ name: 'weather' }, { adk_type: 'function_response' })],
  ['one that does not tell among those that do', partOf({ tool_calls: [{ name: 'weather', args }, 7] })],
  ['a thousand', partOf({ tool_calls: Array.from({ length: 1_000 }, () => ({ name: 'weather', args })) })],
  ['nothing', partOf(null)],
])('%s stays data', (_, part) => {
  expect(toolNewsIn(part)).toEqual([])
})
