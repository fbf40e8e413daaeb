// What a server is that is no A2A agent, told by what it answered, and what to do next. Nothing is asked here.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { CardProblem } from '#shared/contract/card.ts'
import { shorten } from '#shared/shorten.ts'

// Of an answer by which it is told what answered, if no agent; the answer is on the wire.
export const maxJudgedChars = 4_096

export interface Answered {
  readonly status: number
  readonly text: string
  /** Undefined when the text is no JSON. */
  readonly json: JsonValue | undefined
  readonly header: (name: string) => string | undefined
}

/** Undefined where the answer does not say. */
export function whatItIs(answered: Answered): CardProblem | undefined {
  return mcpServer(answered) ?? openApi(answered) ?? page(answered)
}

/** Streamable HTTP refuses a plain GET in JSON-RPC or names its session; server cards and OAuth metadata name the protocol. */
function mcpServer({ status, text, json, header }: Answered): CardProblem | undefined {
  const inHead = header('mcp-session-id') !== undefined || header('mcp-protocol-version') !== undefined
  const refusal = isObject(json ?? null) ? (json as JsonObject) : {}
  const inRefusal =
    status >= 400 &&
    refusal['jsonrpc'] === '2.0' &&
    /text\/event-stream|session|method not allowed/i.test(text.slice(0, maxJudgedChars))
  const inCard = 'serverInfo' in refusal || ('remotes' in refusal && 'packages' in refusal)
  return inHead || inRefusal || inCard ? mcpProblem : undefined
}

/** What the older transport answers: a stream whose first event names where to post. */
export const mcpProblem: CardProblem = {
  kind: 'mcp-server',
  sentence:
    'This is an MCP server: it offers tools to a model, not an agent to talk to. Open it in an MCP client, or type the address of the agent that uses it.',
}

function openApi({ json }: Answered): CardProblem | undefined {
  if (!isObject(json ?? null)) return undefined
  const { openapi, swagger, info, paths } = json as JsonObject
  if (typeof openapi !== 'string' && typeof swagger !== 'string') return undefined
  const title = isObject(info ?? null) ? (info as JsonObject)['title'] : undefined
  const named = typeof title === 'string' && title !== '' ? `, “${shorten(title)}”,` : ''
  const count = isObject(paths ?? null) ? Object.keys(paths as JsonObject).length : 0
  return {
    kind: 'openapi',
    sentence: `This is an HTTP API described by OpenAPI${named} with ${count} ${count === 1 ? 'path' : 'paths'}, none of them an agent card. Type the address of the card itself, if it has one.`,
  }
}

// Past this a page says nothing more about itself.
const maxSearched = 64 * 1024

function page({ text, header }: Answered): CardProblem | undefined {
  const type = header('content-type') ?? ''
  const start = text.slice(0, maxSearched)
  if (!/^\s*<(?:!doctype html|html|head|body|h1|title)\b/i.test(start) && !/text\/html/i.test(type))
    return undefined
  const title = /<title(?:\s[^<>]*)?>([^<]{1,200})/i.exec(start)?.[1]?.trim() ?? ''
  const named = title === '' ? '' : ` (“${title}”)`
  if (/type\s*=\s*["']?password/i.test(start)) {
    return {
      kind: 'login',
      sentence: `The server answers with a login page${named}, not a card. Sign in to it elsewhere and set the token or cookie it gives under Access.`,
    }
  }
  return {
    kind: 'html',
    sentence: `The answer is an HTML page, not a card: this is a web site${named}, or an application that answers every path alike. Type the address of the agent behind it.`,
  }
}
