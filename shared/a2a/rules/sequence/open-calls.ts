// Tool calls that a task reports, until their results: read from parts and metadata as in the chat.

import { clip, maxQuotedChars } from '../../../shorten.ts'
import { named } from '../../json-kinds.ts'
import type { JsonObject, Part, Update } from '../../model.ts'
import { type ToolNews, toolNewsIn, toolPartIn } from '../../tool-calls.ts'
import type { AddFinding } from './finding-sink.ts'

/** Tool calls of one task that are followed to their results; of a task with more none is. */
const maxJudgedCalls = 64

export interface CallTrack {
  /** By the id of the call, else by its name; the value is its name until it has a result. */
  readonly open: Map<string, string | undefined>
  hasResults: boolean
}

/** In any order: a snapshot repeats earlier calls, and a call with a result stays closed. */
export function followCalls(calls: CallTrack, news: readonly ToolNews[]): void {
  for (const { kind, id, name, isLongRunning } of news) {
    if (calls.open.size > maxJudgedCalls) return
    const key = clip(id ?? name, maxQuotedChars)
    if (kind === 'result') {
      calls.hasResults = true
      if (id === undefined || !calls.open.has(key)) closeOldest(calls, name)
      calls.open.set(key, undefined)
    } else if (kind === 'call' && !isLongRunning && !calls.open.has(key)) {
      calls.open.set(key, clip(name, maxQuotedChars))
    }
  }
}

/** A result may have no id, or another one than its call. */
function closeOldest({ open }: CallTrack, name: string): void {
  const called = clip(name, maxQuotedChars)
  const oldest = [...open].find(([, each]) => each === called)
  if (oldest) open.set(oldest[0], undefined)
}

/** Their results may be sent by the client, or over a stream that is not followed. */
export function closeCalls({ open }: CallTrack): void {
  for (const key of open.keys()) open.set(key, undefined)
}

/** Later results may be missed: an answer may leave out the history that contains them. */
export function forgetOpenCalls({ open }: CallTrack): void {
  for (const [key, name] of open) if (name !== undefined) open.delete(key)
}

export function checkCalls({ open, hasResults }: CallTrack, add: AddFinding): void {
  if (open.size > maxJudgedCalls) return
  const names = [...open.values()].filter((name) => name !== undefined)
  const [first] = names
  if (first === undefined) return
  const more = names.length === 1 ? '' : ` and ${names.length - 1} more`
  const calls = `the tool call ${named(first)}${more}`
  const message = hasResults
    ? `The task completed without a result for ${calls}.`
    : `The task completed without any tool result: ${calls} has none.`
  add('PARLEY-SEQ-017', '/status/state', message, hasResults ? 'warning' : 'info')
}

export function toolNewsOf(update: Update): readonly ToolNews[] {
  switch (update.kind) {
    case 'task': {
      const { history = [], status, artifacts = [], metadata } = update.task
      const messages = status.message ? [...history, status.message] : history
      const carriers = [...messages, ...artifacts]
      return [...carriers.flatMap(newsIn), ...newsIn({ metadata })]
    }
    case 'status': {
      const { status, metadata } = update.status
      return [...newsIn(status.message ?? {}), ...newsIn({ metadata })]
    }
    case 'artifact':
      return newsIn(update.artifact.artifact)
    case 'message':
      return none
  }
}

const none: readonly ToolNews[] = []

interface Carrier {
  readonly parts?: readonly Part[]
  readonly metadata?: JsonObject | undefined
}

function newsIn({ parts = [], metadata }: Carrier): readonly ToolNews[] {
  const ofMetadata = metadata && toolPartIn(metadata)
  if (ofMetadata === undefined && !parts.some(({ kind }) => kind === 'data')) return none
  const data = parts.filter((part) => part.kind === 'data')
  return [...data, ...(ofMetadata ? [ofMetadata] : [])].flatMap(toolNewsIn)
}
