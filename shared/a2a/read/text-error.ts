// A failure whose body is no JSON: a framework's plain text, a gateway's page (PROTOCOL 4.4, 9.1). Its words become the
// message, shortened; the body itself is on the record.

import { errorByMessage } from '../error-codes.ts'
import type { AgentError } from '../model.ts'

/** Of the words of an error's body in a sentence; the body is on the wire. */
const maxErrorWordsChars = 500
// Of an error's body that is looked through for words; the body is on the wire.
const maxErrorSearchedChars = 16_384

export function readTextError(text: string, httpStatus: number): AgentError {
  const page = text.slice(0, maxErrorSearchedChars).trim()
  const message = (page.startsWith('<') ? textOfPage(page) : page).slice(0, maxErrorWordsChars)
  const code = errorByMessage(message)?.code
  return code === undefined ? { message, httpStatus } : { code, message, httpStatus }
}

/** Why a body that should be JSON cannot be read, with what it says instead. */
export function notJson(text: string): string {
  const words = titleOf(text.slice(0, maxErrorSearchedChars)).slice(0, maxErrorWordsChars)
  const quoted = words === '' ? '' : `, “${words}”`
  if (/^\s*</.test(text)) return `It is a web page or other markup${quoted}, not JSON.`
  return /^\s*[[{]/.test(text)
    ? 'Its JSON is broken or stops in the middle.'
    : `It is text${quoted}, not JSON.`
}

/** Express puts the fact into `<pre>`, gateways into `<title>`, and both may have more beside it. */
function textOfPage(page: string): string {
  const fact = textIn(between(page, 'pre'))
  if (fact !== '') return fact
  const title = textIn(between(page, 'title'))
  const body = textIn(between(page, 'body') || between(page, 'html') || page)
  return body === title || body.startsWith(`${title}\n`) ? body : [title, body].filter(Boolean).join('\n')
}

function titleOf(text: string): string {
  const plain = text.trim()
  if (!plain.startsWith('<')) return plain
  for (const tag of ['pre', 'title', 'h1']) {
    const inside = textIn(between(plain, tag))
    if (inside !== '') return inside
  }
  return textIn(between(plain, 'body') || plain)
}

function between(page: string, tag: string): string {
  const [, ...rest] = page.split(new RegExp(`<${tag}(?:\\s[^<>]*)?>`, 'i'))
  return rest.join(' ').split(new RegExp(`</${tag}\\s*>`, 'i'))[0] ?? ''
}

/** What a browser would show of it, on as many lines. */
function textIn(markup: string): string {
  return markup
    .replaceAll(/<(style|script)\b[^<>]*>[^<]*(?:<(?!\/\1)[^<]*)*(?:<\/\1[^<>]*>|$)/gi, ' ')
    .replaceAll(/<(?:br|\/p|\/h\d|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named.get(name.toLowerCase()) ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0x10ffff ? whole : String.fromCodePoint(code)
}
