// Parses a curl command pasted into the address: its URL and its credentials. Nothing is run or stored.

import type { Credential } from '#shared/contract/access.ts'

export interface CurlLine {
  /** Undefined when the command has none. */
  readonly url: string | undefined
  readonly credentials: readonly Credential[]
}

export function readCurlLine(text: string): CurlLine | undefined {
  const words = wordsOf(text.trim().replace(/^\$\s+/, ''))
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(words[0] ?? '')) return undefined
  let url: string | undefined
  /** Words outside of supported options: the address, and values of other options. */
  const plain: string[] = []
  const credentials: Credential[] = []
  for (let index = 1; index < words.length; index++) {
    const { option, attached } = optionIn(words[index] ?? '')
    if (option === undefined) {
      plain.push(words[index] ?? '')
      continue
    }
    if (!takesValue(option)) continue
    if (attached === undefined) index += 1
    const value = attached ?? words[index] ?? ''
    if (option === '--url') url ??= value
    credentials.push(...credentialsIn(option, value))
  }
  const typed = plain.find((word) => /^https?:\/\//i.test(word)) ?? plain.find((word) => /[.:]/.test(word))
  return { url: url ?? typed ?? plain[0], credentials }
}

/** `-HName: x`, `-H 'Name: x'`, `--header …`; of joined short options only the last may take a value. */
function optionIn(word: string): { readonly option?: string; readonly attached?: string } {
  if (word.startsWith('--')) return { option: word }
  if (!/^-[a-z#:]/i.test(word)) return {}
  for (let at = 1; at < word.length; at++) {
    const option = `-${word[at]}`
    if (takesValue(option))
      return at + 1 < word.length ? { option, attached: word.slice(at + 1) } : { option }
  }
  return { option: word }
}

/** curl's options that are likely for an agent; their values are not addresses. */
const withValue = new Set(
  `-A -b -c -C -d -D -e -E -F -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z --aws-sigv4 --cacert --cert --ciphers
  --connect-timeout --connect-to --cookie --cookie-jar --data --data-ascii --data-binary --data-raw --data-urlencode --form
  --form-string --header --interface --json --key --limit-rate --max-redirs --max-time --oauth2-bearer --output --pass --proxy
  --proxy-header --proxy-user --referer --request --resolve --retry --retry-delay --retry-max-time --unix-socket --upload-file
  --url --user --user-agent --write-out`.split(/\s+/),
)

function takesValue(option: string): boolean {
  return withValue.has(option)
}

function credentialsIn(option: string, value: string): readonly Credential[] {
  switch (option) {
    case '-H':
    case '--header': {
      const colon = value.indexOf(':')
      return colon < 0 ? [] : ofHeader(value.slice(0, colon).trim(), value.slice(colon + 1).trim())
    }
    case '-u':
    case '--user':
      return [basic(value)]
    case '--oauth2-bearer':
      return [{ kind: 'bearer', token: asReference(value) }]
    case '-b':
    case '--cookie':
      return value.includes('=') ? [{ kind: 'header', name: 'Cookie', value }] : []
    default:
      return []
  }
}

/** Headers that contain no credentials. */
const plainHeader =
  /^(?:accept|accept-.*|content-.*|host|user-agent|origin|referer|connection|cache-control|pragma|dnt|priority|sec-.*|upgrade-.*|a2a-.*|x-a2a-.*|expect|te)$/i

function ofHeader(name: string, value: string): readonly Credential[] {
  if (value === '' || plainHeader.test(name) || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return []
  if (name.toLowerCase() !== 'authorization') return [{ kind: 'header', name, value: asReference(value) }]
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(value) ?? []
  if (/^bearer$/i.test(scheme)) return [{ kind: 'bearer', token: asReference(rest) }]
  const decoded = /^basic$/i.test(scheme) ? decodedBasic(rest) : undefined
  return [decoded === undefined ? { kind: 'header', name, value: asReference(value) } : basic(decoded)]
}

function basic(pair: string): Credential {
  const colon = pair.indexOf(':')
  const [username, password] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)]
  return { kind: 'basic', username, ...(password !== '' && { password: asReference(password) }) }
}

function decodedBasic(encoded: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** A variable of the command's shell; Parley resolves it in its own environment. */
function asReference(value: string): string {
  const [, name] = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(value) ?? []
  return name === undefined ? value : `\${env:${name}}`
}

/** Splits words like a shell; a continued line may have lost its line break. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  const pattern =
    /\$'((?:\\[\s\S]|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|[\\^](?=\s)|\\([\s\S])|(\s+)|([^\s'"\\])/g
  let word: string | undefined
  for (const [whole, ansi, single, double, escaped, space, plainChar] of text.trim().matchAll(pattern)) {
    if (space !== undefined || /^[\\^]$/.test(whole)) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    const piece = single ?? unescaped(ansi) ?? unescaped(double) ?? escaped ?? plainChar ?? ''
    word = (word ?? '') + piece
  }
  return word === undefined ? words : [...words, word]
}

function unescaped(quoted: string | undefined): string | undefined {
  return quoted?.replace(/\\([\s\S])/g, '$1')
}
