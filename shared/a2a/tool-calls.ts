// The tools that a data part, or metadata, reports. A2A does not specify that; these are the forms of common frameworks. A part
// is a call or a result if its type states it: a member named `type`, or with a name that ends so, of its metadata or of its
// data (`adk_type`, `kagent_type`, `eventType`). Without a type its shape must match exactly: an id, the name of a function,
// and arguments or a result.

import { defined } from '../defined.ts'
import { isList, isObject } from './json-kinds.ts'
import type { DataPart, JsonObject, JsonValue } from './model.ts'

/** A call of a tool, its result, or a step, where a framework does not state which of the two it is. */
export interface ToolNews {
  readonly kind: 'call' | 'result' | 'step'
  readonly name: string
  /** Assigned by the framework. */
  readonly id?: string
  /** Arguments or result; absent where they are not reported. */
  readonly content?: JsonValue
  readonly failed?: true
  /** It continues after the agent has answered. */
  readonly isLongRunning?: true
  /** The call waits for confirmation, and why. */
  readonly toConfirm?: { readonly hint?: string }
}

/** Calls or results in one part; with more it is shown as plain data. */
const maxToolNews = 20

export function toolNewsIn(part: DataPart): readonly ToolNews[] {
  const { data } = part
  if (!isObject(data)) return []
  const all = listed(data) ?? [toolText(data, part)]
  const news = all.filter((one) => one !== undefined)
  return news.length === all.length && news.length <= maxToolNews ? news : []
}

/** Metadata that reports tools, as a part to show. */
export function toolPartIn(metadata: JsonObject | undefined): DataPart | undefined {
  if (metadata === undefined) return undefined
  const part = { kind: 'data', data: metadata, ofMetadata: true } as const
  return toolNewsIn(part).length > 0 ? part : undefined
}

/** The label after its name. */
export function toolWord({ kind, content, failed, toConfirm }: ToolNews): string {
  if (toConfirm) return 'needs confirmation'
  if (kind !== 'result') return kind === 'call' ? 'called' : 'step'
  if (failed) return 'failed'
  return content === undefined ? 'finished' : 'result'
}

/** A tool part in one line. */
export function toolLine(part: DataPart): string | undefined {
  const news = toolNewsIn(part)
  const line = ({ name, content }: ToolNews, word: string) =>
    [
      name,
      word,
      ...(content === undefined ? [] : [typeof content === 'string' ? content : JSON.stringify(content)]),
    ].join(' ')
  return news.length === 0 ? undefined : news.map((one) => line(one, toolWord(one))).join(', ')
}

/** Several at once: LangGraph in a part, Mastra in the metadata of its task. */
function listed(data: JsonObject) {
  const { execution } = data
  const { tool_calls, toolCalls, tool_results, toolResults } = isObject(execution) ? execution : data
  const calls = tool_calls ?? toolCalls
  const results = tool_results ?? toolResults
  if (!isList(calls) && !isList(results)) return undefined
  return [...eachIn(calls, callIn), ...eachIn(results, resultIn)]
}

function eachIn(list: JsonValue | undefined, read: (one: JsonObject) => ToolNews | undefined) {
  if (!isList(list)) return []
  return list.map((one) =>
    isObject(one) ? read(isObject(one['payload']) ? one['payload'] : one) : undefined,
  )
}

function toolText(
  data: JsonObject,
  { metadata = {}, ofMetadata }: Pick<DataPart, 'metadata' | 'ofMetadata'>,
): ToolNews | undefined {
  const { toolUse, toolResult, agno_event_type: event } = data
  // Bedrock, and frameworks compatible with it.
  if (isObject(toolUse)) return callIn(toolUse)
  if (isObject(toolResult)) return resultIn(toolResult)
  if (typeof event === 'string') return inAgno(event, data)
  const step = Object.keys(data).find((name) => trajectory.test(name))
  if (step !== undefined) return stepIn(data[step])
  switch (kindOf(metadata) ?? kindOf(data) ?? (ofMetadata ? undefined : kindByShape(data))) {
    case 'call':
      return withMarks(callIn(data['type'] === 'function' ? { ...data, name: null } : data), metadata)
    case 'result':
      return resultIn(data)
    case undefined:
      return undefined
  }
}

const kinds: Readonly<Record<string, 'call' | 'result'>> = {
  function_call: 'call',
  tool_call: 'call',
  tool_use: 'call',
  function: 'call',
  function_response: 'result',
  function_result: 'result',
  function_call_output: 'result',
  tool_result: 'result',
}
const typeName = /(?:^|[^a-z])type$|Type$/
const longRunningName = /(?:^|[^a-z])is_?long_?running$/i

function kindOf(members: JsonObject): 'call' | 'result' | undefined {
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === 'string' && typeName.test(name) && Object.hasOwn(kinds, value)) return kinds[value]
  }
  return undefined
}

/** Members of any call or result; data with further members is not one. */
const ownNames = [
  'id',
  'toolCallId',
  'tool_call_id',
  'toolUseId',
  'tool_use_id',
  'call_id',
  'name',
  'toolName',
]
const callNames = new Set([...ownNames, 'args', 'arguments', 'input'])
const resultNames = new Set([...ownNames, 'response', 'result', 'output', 'status', 'is_error'])
/** Names that models may call; words with spaces are something else. */
const functionName = /^[\w.:/-]{1,128}$/

function kindByShape(data: JsonObject): 'call' | 'result' | undefined {
  const { toolName, name = toolName, args, arguments: others, input, response, result, output } = data
  const { id } = idIn(data)
  if (id === undefined || typeof name !== 'string' || !functionName.test(name)) return undefined
  const isOf = (names: ReadonlySet<string>) => Object.keys(data).every((each) => names.has(each))
  const given = args ?? others ?? input
  if (given !== undefined && isObject(parsed(given)) && isOf(callNames)) return 'call'
  return (response ?? result ?? output) !== undefined && isOf(resultNames) ? 'result' : undefined
}

function withMarks(news: ToolNews | undefined, metadata: JsonObject): ToolNews | undefined {
  const isLongRunning = Object.entries(metadata).some(
    ([name, value]) => value === true && longRunningName.test(name),
  )
  return news && isLongRunning ? { ...news, isLongRunning } : news
}

function callIn(data: JsonObject): ToolNews | undefined {
  const { toolName, name = toolName, args, arguments: others, input } = data
  if (!isName(name))
    return isObject(data['function']) ? callIn({ ...idIn(data), ...data['function'] }) : undefined
  const content = parsed(args ?? others ?? input ?? {})
  return confirmationIn(content) ?? { kind: 'call', name, ...idIn(data), content }
}

/** ADK requests a confirmation by a call that contains the call it is about. */
function confirmationIn(args: JsonValue): ToolNews | undefined {
  if (!isObject(args)) return undefined
  const { originalFunctionCall: call, toolConfirmation: confirmation } = args
  if (!isObject(call) || !isObject(confirmation) || !isName(call['name'])) return undefined
  const { args: content = {}, name } = call
  const { hint } = confirmation
  return { kind: 'call', name, ...idIn(call), content, toConfirm: isName(hint) ? { hint } : {} }
}

function resultIn(data: JsonObject): ToolNews | undefined {
  const { toolName, name = toolName, status, is_error, response, content, output, result } = data
  const { id } = idIn(data)
  const callName = isName(name) ? name : id
  if (callName === undefined) return undefined
  const resultValue = response ?? content ?? output ?? result
  const failed = status === 'error' || is_error === true
  return {
    kind: 'result',
    name: callName,
    ...defined({ id }),
    ...(resultValue !== undefined && { content: parsed(resultValue) }),
    ...(failed && { failed }),
  }
}

/** Agno reports a call, and its end with the arguments, but no result. */
function inAgno(
  event: string,
  { tool_name: name, tool_args: args, ...data }: JsonObject,
): ToolNews | undefined {
  if (!isName(name)) return undefined
  if (event === 'tool_call_started') return callIn({ ...data, name, args: args ?? null })
  return event === 'tool_call_completed' ? resultIn({ ...data, name }) : undefined
}

/** The trajectory extension of AgentStack and BeeAI. */
const trajectory = /^https:\/\/a2a-extensions\..*\/ui\/trajectory\/v1$/

function stepIn(reported: JsonValue | undefined): ToolNews | undefined {
  if (!isObject(reported)) return undefined
  const { title, content } = reported
  const words = isName(content) ? { content: parsed(content) } : undefined
  if (!isName(title) && words === undefined) return undefined
  return { kind: 'step', name: isName(title) ? title : 'Step', ...words }
}

function idIn({ id, toolCallId, tool_call_id, toolUseId, tool_use_id, call_id }: JsonObject): {
  readonly id?: string
} {
  const reported = [toolCallId, tool_call_id, toolUseId, tool_use_id, call_id, id].find(isName)
  return reported === undefined ? {} : { id: reported }
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Of arguments or a result that arrived as JSON in a text; a longer one is shown as the text it is. */
const maxToolJsonChars = 100_000

/** Arguments often arrive as JSON in a text. */
function parsed(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || value.length > maxToolJsonChars || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
