// What a data part, or metadata, tells of the tools an agent uses. A2A has no words for it; these are those of frameworks people run.

import { defined } from '../defined.ts'
import { isList, isObject } from './json-kinds.ts'
import type { DataPart, JsonObject, JsonValue } from './model.ts'

/** That a tool is called, what came of it, or a step: a framework that does not say which of the two it is. */
export interface ToolNews {
  readonly kind: 'call' | 'result' | 'step'
  readonly name: string
  /** As the framework tells its calls apart. */
  readonly id?: string
  /** Arguments or result; absent where they are not told. */
  readonly content?: JsonValue
  readonly failed?: true
}

/** Calls or results told in one part; with more it is shown as the data it is. */
const maxToolNews = 20

export function toolNewsIn({ data, metadata }: DataPart): readonly ToolNews[] {
  if (!isObject(data)) return []
  const all = listed(data) ?? [said(data, metadata)]
  const news = all.filter((one) => one !== undefined)
  return news.length === all.length && news.length <= maxToolNews ? news : []
}

/** What metadata tells of tools, as a part to be shown. */
export function toolPartIn(metadata: JsonObject | undefined): DataPart | undefined {
  if (metadata === undefined) return undefined
  const part = { kind: 'data', data: metadata, ofMetadata: true } as const
  return toolNewsIn(part).length > 0 ? part : undefined
}

/** What it is, behind its name. */
export function toolWord({ kind, content, failed }: ToolNews): string {
  if (kind !== 'result') return kind === 'call' ? 'called' : 'step'
  if (failed) return 'failed'
  return content === undefined ? 'finished' : 'result'
}

/** A part that tells of tools, in a line. */
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

function said(data: JsonObject, metadata: JsonObject = {}): ToolNews | undefined {
  const { toolUse, toolResult, type, agno_event_type: event } = data
  // Bedrock, and what is made for it.
  if (isObject(toolUse)) return callIn(toolUse)
  if (isObject(toolResult)) return resultIn(toolResult)
  if (typeof event === 'string') return inAgno(event, data)
  const step = Object.keys(data).find((name) => trajectory.test(name))
  if (step !== undefined) return stepIn(data[step])
  // ADK says in the metadata what the data is, OpenAI and Anthropic in the data itself.
  switch (metadata['adk_type'] ?? metadata['a2a_adk_type'] ?? type) {
    case 'function_call':
    case 'tool_call':
    case 'tool_use':
      return callIn(data)
    case 'function':
      return callIn({ ...data, name: null })
    case 'function_response':
    case 'function_result':
    case 'function_call_output':
    case 'tool_result':
      return resultIn(data)
    default:
      return undefined
  }
}

function callIn(data: JsonObject): ToolNews | undefined {
  const { toolName, name = toolName, args, arguments: others, input } = data
  if (!isName(name))
    return isObject(data['function']) ? callIn({ ...idIn(data), ...data['function'] }) : undefined
  return { kind: 'call', name, ...idIn(data), content: parsed(args ?? others ?? input ?? {}) }
}

function resultIn(data: JsonObject): ToolNews | undefined {
  const { toolName, name = toolName, status, is_error, response, content, output, result } = data
  const { id } = idIn(data)
  const of = isName(name) ? name : id
  if (of === undefined) return undefined
  const came = response ?? content ?? output ?? result
  const failed = status === 'error' || is_error === true
  return {
    kind: 'result',
    name: of,
    ...defined({ id }),
    ...(came !== undefined && { content: parsed(came) }),
    ...(failed && { failed }),
  }
}

/** Agno tells of a call and of its end with the arguments, and of no result. */
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

function stepIn(told: JsonValue | undefined): ToolNews | undefined {
  if (!isObject(told)) return undefined
  const { title, content } = told
  const words = isName(content) ? { content: parsed(content) } : undefined
  if (!isName(title) && words === undefined) return undefined
  return { kind: 'step', name: isName(title) ? title : 'Step', ...words }
}

function idIn({ id, toolCallId, tool_call_id, toolUseId, tool_use_id, call_id }: JsonObject): {
  readonly id?: string
} {
  const told = [toolCallId, tool_call_id, toolUseId, tool_use_id, call_id, id].find(isName)
  return told === undefined ? {} : { id: told }
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Of arguments or a result that came as JSON in a text; a longer one is shown as the text it is. */
const maxToolJsonChars = 100_000

/** Arguments often come as JSON in a text. */
function parsed(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || value.length > maxToolJsonChars || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
