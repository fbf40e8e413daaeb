// What a data part tells of the tools an agent uses. A2A has no words for it; these are those of frameworks people run.

import { isObject } from './json-kinds.ts'
import type { DataPart, JsonObject, JsonValue } from './model.ts'

/** That a tool is called, or what came of it. */
export interface ToolNews {
  readonly kind: 'call' | 'result'
  readonly name: string
  readonly content: JsonValue
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

/** LangGraph: several of one kind. */
function listed({ tool_calls: calls, tool_results: results }: JsonObject) {
  if (Array.isArray(calls)) return calls.map((one) => (isObject(one) ? callIn(one) : undefined))
  if (Array.isArray(results)) return results.map((one) => (isObject(one) ? resultIn(one) : undefined))
  return undefined
}

function said(data: JsonObject, metadata: JsonObject = {}): ToolNews | undefined {
  const { toolUse, toolResult, type, function: called } = data
  // Bedrock, and what is made for it.
  if (isObject(toolUse)) return callIn(toolUse)
  if (isObject(toolResult)) return resultIn(toolResult)
  // ADK says in the metadata what the data is, OpenAI and Anthropic in the data itself.
  switch (metadata['adk_type'] ?? metadata['a2a_adk_type'] ?? type) {
    case 'function_call':
    case 'tool_call':
    case 'tool_use':
      return callIn(data)
    case 'function':
      return isObject(called) ? callIn(called) : undefined
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
  const { name, args, arguments: others, input } = data
  if (typeof name !== 'string' || name === '')
    return isObject(data['function']) ? callIn(data['function']) : undefined
  return { kind: 'call', name, content: parsed(args ?? others ?? input ?? {}) }
}

function resultIn(data: JsonObject): ToolNews | undefined {
  const { name, toolCallId, tool_call_id, toolUseId, tool_use_id, call_id, status, is_error } = data
  const { response, content, output, result } = data
  const [of] = [name, toolCallId, tool_call_id, toolUseId, tool_use_id, call_id].filter(isName)
  const came = response ?? content ?? output ?? result
  if (of === undefined || came === undefined) return undefined
  const failed = status === 'error' || is_error === true
  return { kind: 'result', name: of, content: parsed(came), ...(failed && { failed }) }
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Arguments often come as JSON in a text. */
function parsed(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
