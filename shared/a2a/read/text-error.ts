// A failure whose body is no JSON: a framework's plain text, a gateway's page (PROTOCOL 4.4, 9.1). Its words become the
// message, shortened; the body itself is on the record.

import { errorByMessage } from '../error-codes.ts'
import type { AgentError } from '../model.ts'

const longest = 500
/** Past this a page says nothing more about itself. */
const searched = 16_384

export function readTextError(text: string, httpStatus: number): AgentError {
  const message = wordsOf(text.slice(0, searched)).slice(0, longest)
  const code = errorByMessage(message)?.code
  return code === undefined ? { message, httpStatus } : { code, message, httpStatus }
}

/** Express puts the fact into `<pre>`, gateways into `<title>`. */
function wordsOf(text: string): string {
  const plain = text.trim()
  if (!plain.startsWith('<')) return plain
  return between(plain, '<pre>', '</pre>') ?? between(plain, '<title>', '</title>') ?? ''
}

function between(page: string, open: string, close: string): string | undefined {
  const start = page.toLowerCase().indexOf(open)
  const end = start < 0 ? -1 : page.toLowerCase().indexOf(close, start)
  return end < 0 ? undefined : page.slice(start + open.length, end).trim()
}
