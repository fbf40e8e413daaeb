// A request as a command of curl: for bash, and for PowerShell of any version, whose quoting of arguments changed and
// cannot be relied on. Hostile text must not reach the terminal as control characters, nor leave its quotes.

import type { SentRequest } from './sent-request.ts'

export function curlForBash(request: SentRequest): string {
  const { url, body } = request
  const command = [`curl ${bash(url)}`, ...optionsOf(request).map(bashOption)]
  if (body?.kind === 'text') command.push(`--data-raw ${bash(body.text)}`)
  if (body?.kind !== 'bytes') return command.join(continued)
  return `printf %s ${body.base64} | base64 -d | ${[...command, '--data-binary @-'].join(continued)}`
}

const continued = ' \\\n  '

/** The options lie in a file: their quoting is curl's own, the same in every PowerShell. */
export function curlForPowerShell(request: SentRequest): string {
  const { url, body } = request
  const isPacked = body?.kind === 'bytes'
  return [
    ...(isPacked
      ? [
          '$body = New-TemporaryFile',
          `[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String('${body.base64}'))`,
        ]
      : []),
    '$request = New-TemporaryFile',
    "[IO.File]::WriteAllText($request, @'",
    `url = ${config(url)}`,
    ...optionsOf(request).map(({ name, value }) =>
      value === undefined ? name : `${name} = ${config(value)}`,
    ),
    ...(body?.kind === 'text' ? [`data-raw = ${config(body.text)}`] : []),
    "'@)",
    `curl.exe --config $request${isPacked ? ' --data-binary "@$body"' : ''}`,
    `Remove-Item $request${isPacked ? ', $body' : ''}`,
  ].join('\n')
}

interface Option {
  readonly name: 'request' | 'header' | 'no-buffer' | 'globoff' | 'path-as-is' | 'head'
  readonly value?: string
}

function optionsOf({ method, url, headers, body }: SentRequest): readonly Option[] {
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name)
  const streams = headers.some(([name, value]) => /^accept$/i.test(name) && value.includes('event-stream'))
  // curl adds these of itself where they are not taken away.
  const added = [...(body === undefined ? [] : ['content-type']), 'accept'].filter((name) => !has(name))
  return [
    method === 'HEAD' ? { name: 'head' } : { name: 'request', value: method },
    ...headers.map(([name, value]) => header(value === '' ? `${name};` : `${name}: ${value}`)),
    ...added.map((name) => header(`${name}:`)),
    ...when(streams, 'no-buffer'),
    ...when(/[[\]{}]/.test(url), 'globoff'),
    ...when(/\/\.{1,2}(\/|$)/.test(url), 'path-as-is'),
  ]
}

function header(value: string): Option {
  return { name: 'header', value }
}

function when(holds: boolean, name: Option['name']): readonly Option[] {
  return holds ? [{ name }] : []
}

function bashOption({ name, value }: Option): string {
  if (value === undefined) return `--${name}`
  return `${name === 'request' ? '-X' : '-H'} ${bash(value)}`
}

const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

function bash(text: string): string {
  const isPlain = !control.test(text.replaceAll('\n', ''))
  if (isPlain) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = [...text].map((char) => {
    if (char === "'" || char === '\\') return `\\${char}`
    if (!control.test(char)) return char
    return encodeURIComponent(char)
      .replace(/%(..)/g, '\\x$1')
      .replace(/^[^\\]$/, (bare) => `\\x${bare.charCodeAt(0).toString(16).padStart(2, '0')}`)
  })
  return `$'${escaped.join('')}'`
}

/** In the words of curl's own file: one line, quoted. */
function config(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' }
  const escaped = text.replace(/["\\\n\r\t\v]/g, (char) => escapes[char] ?? `\\${char}`)
  return `"${escaped}"`
}
