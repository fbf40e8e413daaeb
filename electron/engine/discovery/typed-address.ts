// Converts an address as typed or pasted to one that can be called, or refuses it with a sentence. Nothing is guessed
// that could send a request elsewhere: a bare number is a port of this machine, never an IP address.

import { shorten } from '#shared/shorten.ts'
import { bareHost } from '#shared/url.ts'

export type TypedAddress =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'problem'; readonly sentence: string }

export function readTypedAddress(typed: string): TypedAddress {
  const text = bared(typed)
  if (text === '') return problem('This contains no address.')
  // The platform's parser drops line breaks and tabs, so the called host would differ from the visible one.
  if (/[\s\p{Cc}]/u.test(text)) return problem(`${shown(text)} isn’t one address: it has a space in it.`)
  const portAndRest = /^:?(\d+)([/?#].*)?$/.exec(text)
  if (portAndRest) return ofPort(portAndRest[1] ?? '', portAndRest[2] ?? '')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase()
  const isBareIp6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text)
  if (isBareIp6) return ofUrl(`http://[${text}]`, text)
  if (scheme === undefined) return ofUrl(`${guessScheme(text)}://${text}`, text)
  if (scheme === 'http' || scheme === 'https') return ofUrl(text, text)
  return problem(`Parley speaks http and https; ${scheme}: is neither. Did you mean https?`)
}

/** Without the marks around an address in prose, mail, markdown and code. */
function bared(typed: string): string {
  let text = typed.trim()
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/^[<"'`“”„‘’«»([{]+/, (marks) => (/^\[[0-9a-f:.]*\]/i.test(text) ? marks : ''))
    text = text.replace(/[>"'`“”‘’«»,.;:!]+$/, '').trim()
    if (!text.includes('(')) text = text.replace(/\)+$/, '')
    if (!text.includes('[')) text = text.replace(/\]+$/, '')
    if (!text.includes('{')) text = text.replace(/\}+$/, '')
  }
  return text
}

// The highest port; a higher number is refused with a sentence.
const maxPort = 65_535

function ofPort(digits: string, rest: string): TypedAddress {
  const port = Number(digits)
  if (port >= 1 && port <= maxPort) return { kind: 'address', url: `http://localhost:${port}${rest}` }
  return problem(
    `${digits} is neither a port (1 to ${maxPort}) nor a host. Type an IP address with its four numbers.`,
  )
}

function ofUrl(text: string, typed: string): TypedAddress {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') {
    return problem(`${shown(typed)} isn’t an address. One looks like https://host/path or localhost:9100.`)
  }
  const host = /^(?:https?:)?[/\\]*(?:[^/\\?#@]*@)?(\[[^\]]*\]|[^:/\\?#]*)/i.exec(text)?.[1] ?? ''
  if (/^\d+(\.\d+){3}$/.test(url.hostname) && url.hostname !== host) {
    return problem(
      `${shown(host)} isn’t an IP address as people write it; a program would read ${url.hostname}. Type that if you mean it.`,
    )
  }
  // As typed if it is complete, as the user identifies the agent by it.
  return { kind: 'address', url: /^https?:\/\/[^/]/i.test(text) ? text : url.href }
}

/** Without a scheme, addresses of this machine and its network get http, all others https. */
function guessScheme(address: string): 'http' | 'https' {
  const host = bareHost(address.replace(/[/?#].*$/, '').replace(/:\d*$/, ''))
  const isNear = host === 'localhost' || host.includes(':') || /^[\d.]+$/.test(host) || !host.includes('.')
  return isNear ? 'http' : 'https'
}

function problem(sentence: string): TypedAddress {
  return { kind: 'problem', sentence }
}

function shown(text: string): string {
  return `“${shorten(text)}”`
}
