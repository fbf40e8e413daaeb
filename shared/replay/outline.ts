// What a replay needs of a session before it reads its entries: the time of events, exact at the marks and approximate in
// between, and the places to jump to.

import { isMembers } from '../a2a/json-kinds.ts'
import { isPrompt } from '../a2a/operation.ts'
import { defined } from '../defined.ts'
import { parsedJson } from '../json/parse-json.ts'
import type { Entry, RequestEntry } from '../record/entry.ts'

/** Of a prompt where sessions are compared; the session has all of it. */
const maxPromptChars = 400

interface OutlineMark {
  readonly seq: number
  /** On the monotonic clock of the recording engine. */
  readonly monoMs: number
  /** Nothing happened between the previous mark and this one. */
  readonly waited?: true
}

export interface OutlinePlace extends OutlineMark {
  readonly kind: 'prompt' | 'finding'
  readonly says?: string
  readonly agentId?: string
}

export interface ReplayOutline {
  /** In order; includes the first and the last entry, and both sides of every wait. */
  readonly marks: readonly OutlineMark[]
  readonly places: readonly OutlinePlace[]
}

const waitMs = 200
const entriesBetweenMarks = 500
// Times a replay can be placed at; past it the last extends to the end.
const maxReplayMarks = 20_000
/** Marks on a replay's line; later ones are not marked, and are played. */
const maxReplayPlaces = 2_000

export function createOutlineBuilder() {
  const marks: OutlineMark[] = []
  const places: OutlinePlace[] = []
  let before: OutlineMark | undefined
  let sinceMark = 0

  const mark = (next: OutlineMark) => {
    if (marks.length < maxReplayMarks && marks.at(-1)?.seq !== next.seq) marks.push(next)
    sinceMark = 0
  }

  return {
    add(entry: Entry) {
      // A clock that runs backwards, as in an imported file, does not turn time back.
      const next = { seq: entry.seq, monoMs: Math.max(entry.monoMs, before?.monoMs ?? entry.monoMs) }
      sinceMark += 1
      if (before === undefined) mark(next)
      else if (next.monoMs - before.monoMs >= waitMs) {
        mark(before)
        mark({ ...next, waited: true })
      } else if (sinceMark >= entriesBetweenMarks) mark(next)
      const kind = placeKind(entry)
      if (kind !== undefined && places.length < maxReplayPlaces)
        places.push({ ...next, kind, ...(entry.kind === 'request' && promptIn(entry)) })
      before = next
    },
    outline(): ReplayOutline {
      const last = before !== undefined && marks.at(-1)?.seq !== before.seq ? [before] : []
      return { marks: [...marks, ...last], places: [...places] }
    },
  }
}

function promptIn(entry: RequestEntry): Pick<OutlinePlace, 'says' | 'agentId'> {
  const { agentId } = entry.call
  return { says: promptText(entry), ...defined({ agentId }) }
}

/** Whether a replay may jump to this entry, or stop before it. */
export function placeKind(entry: Entry): OutlinePlace['kind'] | undefined {
  const { findings } = entry
  if (findings?.some(({ severity }) => severity !== 'info')) return 'finding'
  return entry.kind === 'request' && isPrompt(entry.call.operation) ? 'prompt' : undefined
}

// The content of a recorded request's message, in any version and binding, part by part.

type Json = Readonly<Record<string, unknown>>

/** The message in a request's JSON; for JSON-RPC pass its `params`. */
export function messageIn(params: Json): Json {
  return asObject(params['message'] ?? params['request'])
}

export function wordsOf(message: Json): string {
  const parts = message['parts'] ?? message['content']
  return Array.isArray(parts) ? parts.map(partWords).join('\n') : ''
}

/** Only from an inline body: one that is stored apart is too long for a title. */
function promptText({ body, decoded }: RequestEntry): string {
  const json = parsedObject((decoded ?? body)?.text ?? '')
  const params = json['jsonrpc'] === undefined ? json : asObject(json['params'])
  return wordsOf(messageIn(params)).slice(0, maxPromptChars)
}

export function parsedObject(text: string): Json {
  return asObject(parsedJson(text))
}

export function asObject(value: unknown): Json {
  return isMembers(value) ? value : {}
}

/** The content of a part, whatever its version calls the kind. */
function partWords(part: unknown): string {
  const { text, kind: _kind, type: _type, metadata: _metadata, ...rest } = asObject(part)
  return typeof text === 'string' ? text : JSON.stringify(rest)
}
