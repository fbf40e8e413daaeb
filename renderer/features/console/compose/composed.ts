// Converts a hand-written request to what is sent.

import { problemsOfCall, type WrittenProblem } from '#shared/a2a/hand-written.ts'
import { headerText } from '#shared/a2a/header-of.ts'
import type { HandWrittenRequest, RequestDraft } from '#shared/contract/again.ts'
import { defined } from '#shared/defined.ts'
import { layOutJson } from '#shared/json/json-layout.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import type { Composed } from '../../../state/compose.ts'
import { base64Of, bytesOfBase64 } from '../../../ui/base64.ts'

export function composedFrom(draft: RequestDraft, exchangeId: string): Composed {
  const { agentId, dialect, binding, method, url, headers, body } = draft
  return {
    agentId,
    dialect,
    binding,
    method,
    url,
    headers: headerText(headers),
    bodyForm: body.kind === 'bytes' ? 'hex' : 'text',
    text: body.kind === 'text' ? legible(body.text) : '',
    hex: body.kind === 'bytes' ? hexOfBytes(bytesOfBase64(body.base64)) : '',
    credentials: false,
    from: exchangeId,
  }
}

/** Longer text is edited as it was sent: formatting it would block the window. */
const maxEditedInLinesChars = 200_000

/** One member a line, else as it was sent: repeated names and odd escapes stay. "Resend" has the exact bytes. */
function legible(text: string): string {
  return text.length > maxEditedInLinesChars || text.includes('\n') ? text : laidOut(text)
}

export function handWrittenRequestOf(composed: Composed): HandWrittenRequest {
  const { agentId, dialect, binding, method, url, headers, from, credentials } = composed
  return {
    ...defined({ agentId, dialect, binding }),
    method,
    url,
    headers: headersOf(headers),
    body: bodyOf(composed),
    ...defined({ from }),
    credentials,
  }
}

function bodyOf({ bodyForm, text, hex }: Composed): HandWrittenRequest['body'] {
  if (bodyForm === 'hex') {
    return { kind: 'bytes', base64: base64Of(bytesOfHex(hex) ?? new Uint8Array(0)) }
  }
  return text === '' ? { kind: 'none' } : { kind: 'text', text }
}

/** What makes it impossible to send; everything else may be sent. */
export function obstacleOf({ binding, url, hex, bodyForm, method }: Composed): string | undefined {
  if (method.trim() === '') return 'Enter a method.'
  if (binding !== 'GRPC' && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return 'The address must begin with http:// or https://.'
  }
  if (bodyForm === 'hex' && bytesOfHex(hex) === undefined) return 'Enter bytes as hex pairs: 0–9 and a–f.'
  return undefined
}

export function problemsOf(composed: Composed): readonly WrittenProblem[] {
  const { dialect, binding, method, url, headers, text, bodyForm } = composed
  const heads = badHeaders(headers).map((name) => ({
    severity: 'error' as const,
    message: `“${name}” isn’t a header that can be sent.`,
    hint: 'Each line must be “Name: value”.',
    pointer: '',
  }))
  if (bodyForm === 'hex') return heads
  const broken = text === '' ? undefined : breakOf(text)
  if (broken !== undefined) {
    const what = {
      severity: 'error',
      message: `The body isn’t JSON: ${broken}`,
      hint: '',
      pointer: '',
    } as const
    return [...heads, what]
  }
  if (dialect === undefined || binding === undefined) return heads
  const call = wireCallOf({ call: { purpose: 'raw', binding, label: method }, method, url }, text)
  return [...heads, ...problemsOfCall({ dialect, call })]
}

function breakOf(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it is incomplete'
  }
}

export function laidOut(text: string): string {
  return layOutJson(text) ?? text
}

type Pair = [name: string, value: string]

export function headersOf(lines: string): Pair[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
}

/** RFC 9110 §5.1: a name is a token. Includes values that no header can carry. */
export function badHeaders(lines: string): readonly string[] {
  return headersOf(lines)
    .filter(
      ([name, value]) => !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    )
    .map(([name]) => name)
}

/** From pairs of hexadecimal digits, with any white space in between; undefined for anything else. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  const digits = hex.replace(/\s+/g, '')
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function hexOfBytes(bytes: Uint8Array): string {
  const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return pairs
    .map((pair, index) => (index % 16 === 15 ? `${pair}\n` : `${pair} `))
    .join('')
    .trimEnd()
}
