// The text of an entry in one line, for its row.

import type { Message, Part, Update } from '../../a2a/model.ts'
import { partsText } from '../../a2a/parts-text.ts'
import { toolLine } from '../../a2a/tool-calls.ts'
import type {
  CallFacts,
  EndEntry,
  Entry,
  FailureEntry,
  FrameEntry,
  WebhookEntry,
} from '../../record/entry.ts'
import { shorten } from '../../shorten.ts'
import type { Reading } from '../reading.ts'
import { taskIdOf, updatesOf } from '../updates-of.ts'

/** Of an event's text in its row, which then ends in "…". */
const maxRowTextChars = 240

export interface TextTerms {
  readonly reading: Reading
  readonly taskId: string
  readonly call: CallFacts | undefined
  /** Position of the row's message in the task's history. */
  readonly historyPlace?: number | undefined
}

export function textOfEntry(entry: Entry, terms: TextTerms): string {
  switch (entry.kind) {
    case 'request': {
      const request = terms.reading.request(entry)
      return request.kind === 'asked' && request.message ? messageText(request.message) : entry.call.label
    }
    case 'failure':
      return joined(cut(entry.message), leftText(entry))
    case 'frame':
      if (entry.framing === 'sse-comment') return cut(entry.raw.text?.trim() ?? '')
      return answerText(entry, terms)
    case 'webhook':
      return answerText(entry, terms)
    case 'end':
      return joined(answerText(entry, terms), grpcText(entry), leftText(entry))
    case 'response':
      return `HTTP ${entry.status} ${entry.statusText}`
    case 'redirect':
      return cut(entry.to)
    case 'note':
      return cut(entry.text)
  }
}

/** An unfinished event after the last one. */
function leftText({ leftover }: EndEntry | FailureEntry): string {
  return leftover ? `${leftover.sizeBytes} B of an unfinished event were left over.` : ''
}

function grpcText({ grpcStatus }: EndEntry): string {
  return grpcStatus && grpcStatus.code !== 0
    ? cut(`grpc-status ${grpcStatus.code} ${grpcStatus.message}`)
    : ''
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ')
}

function answerText(
  entry: FrameEntry | EndEntry | WebhookEntry,
  { reading, taskId, call, historyPlace }: TextTerms,
): string {
  const answer = reading.answer(entry, call, undefined)
  switch (answer.kind) {
    case 'result': {
      const about = updatesOf(answer.result).filter((update) => (taskIdOf(update) || taskId) === taskId)
      return cut(about.map((update) => updateText(update, historyPlace)).join(' '))
    }
    case 'error': {
      const { code, message } = answer.error
      return cut(code === undefined ? message : `${message} (${code})`)
    }
    case 'unreadable':
      return cut(`${answer.reason} ${bodyText(entry)}`)
    case 'not-loaded':
      return 'Too long to show here; its request has it.'
    case 'nothing':
      return entry.kind === 'end' ? '' : cut(bodyText(entry))
  }
}

function updateText(update: Update, historyPlace: number | undefined): string {
  switch (update.kind) {
    case 'message':
      return messageText(update.message)
    case 'status':
      return update.status.status.message ? messageText(update.status.status.message) : ''
    case 'artifact':
      return textOf(update.artifact.artifact.parts)
    case 'task': {
      const { status, artifacts, history } = update.task
      const remembered = historyPlace === undefined ? undefined : history?.[historyPlace]
      if (remembered) return messageText(remembered)
      if (status.message) return messageText(status.message)
      return (artifacts ?? []).map(({ parts }) => textOf(parts)).join(' ')
    }
  }
}

function messageText({ parts }: Message): string {
  return textOf(parts)
}

function textOf(parts: readonly Part[]): string {
  return cut(partsText(parts, { between: ' ', maxChars: maxRowTextChars + 1, textOf: rowTextOf }))
}

function rowTextOf(part: Part): string | undefined {
  switch (part.kind) {
    case 'text':
      return part.text || undefined
    case 'data':
      return toolLine(part) ?? JSON.stringify(part.data)
    case 'file-bytes':
    case 'file-url':
      return part.filename ?? part.mediaType ?? 'file'
    case 'unknown':
      return JSON.stringify(part.raw)
  }
}

function bodyText(entry: FrameEntry | EndEntry | WebhookEntry): string {
  const body = entry.kind === 'frame' ? (entry.data ?? entry.raw) : entry.body
  return body?.text ?? ''
}

function cut(text: string): string {
  return shorten(text, maxRowTextChars)
}
