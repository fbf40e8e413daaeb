// A failure whose body is no JSON: a framework's plain text, a gateway's page (PROTOCOL 4.4, 9.1). Its words become the
// message, shortened; the body itself is on the record.

import { errorByMessage } from '../error-codes.ts'
import type { AgentError } from '../model.ts'

/** Of the words of an error's body in a sentence; the body is on the wire. */
const maxErrorWordsChars = 500
/** Of an error's body that is looked through for words; the body is on the wire. */
const maxErrorSearchedChars = 16_384

export function readTextError(text: string, httpStatus: number): AgentError {
  const message = wordsIn(text)
  const code = errorByMessage(message)?.code
  return code === undefined ? { message, httpStatus } : { code, message, httpStatus }
}

/** Why a body that should be JSON cannot be read, with what it says instead. */
export function notJson(text: string): string {
  const words = wordsIn(text)
  const quoted = words === '' ? '' : `, “${words}”`
  if (/^\s*</.test(text)) return `It is a web page or other markup${quoted}, not JSON.`
  return /^\s*[[{]/.test(text)
    ? 'Its JSON is broken or stops in the middle.'
    : `It is text${quoted}, not JSON.`
}

function wordsIn(text: string): string {
  return wordsOf(text.slice(0, maxErrorSearchedChars)).slice(0, maxErrorWordsChars)
}

/** Express puts the fact into `<pre>`, gateways into `<title>`. */
function wordsOf(text: string): string {
  const plain = text.trim()
  if (!plain.startsWith('<')) return plain
  const [pre, title, heading] = ['pre', 'title', 'h1'].map((tag) => between(plain, `<${tag}>`, `</${tag}>`))
  return pre ?? title ?? heading ?? ''
}

function between(page: string, open: string, close: string): string | undefined {
  const start = page.toLowerCase().indexOf(open)
  const end = start < 0 ? -1 : page.toLowerCase().indexOf(close, start)
  return end < 0 ? undefined : page.slice(start + open.length, end).trim()
}
