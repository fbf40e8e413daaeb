// A request as a curl command: for bash, and for PowerShell of any version, whose quoting of arguments changed and is
// unreliable. Hostile text must not reach the terminal as control characters, nor leave its quotes.

import { base64OfAscii } from '../a2a/base64.ts'
import { bash, continued, isHarmless } from './bash.ts'
import { certificateFile, keyFile, type SentBody, type SentRequest } from './sent-request.ts'

export function curlForBash(sent: SentRequest): string {
  const request = { ...sent, ...packedBody(sent.body) }
  const { url, body } = request
  const command = [`curl --url ${bash(url)}`, ...optionsOf(request).map(bashOption)]
  if (body?.kind === 'text') command.push(`--data-raw ${bash(body.text)}`)
  if (body?.kind !== 'bytes') return command.join(continued)
  return `printf %s ${body.base64} | base64 -d | ${[...command, '--data-binary @-'].join(continued)}`
}

/** The options are in a file: curl's own quoting is the same in every PowerShell. */
export function curlForPowerShell(sent: SentRequest): string {
  const request = { ...sent, ...packedBody(sent.body) }
  const { url, body } = request
  const options = [
    `url = ${config(url)}`,
    ...optionsOf(request).map(({ name, value }) =>
      value === undefined ? name : `${name} = ${config(value)}`,
    ),
    ...(body?.kind === 'text' ? [`data-raw = ${config(body.text)}`] : []),
  ].join('\n')
  const isPacked = body?.kind === 'bytes'
  return [
    ...(isPacked ? ['$body = New-TemporaryFile', written('$body', body.base64)] : []),
    '$request = New-TemporaryFile',
    isHarmless(options)
      ? `[IO.File]::WriteAllText($request, @'\n${options}\n'@)`
      : written('$request', base64OfText(options)),
    `curl.exe --config $request${isPacked ? ' --data-binary "@$body"' : ''}`,
    `Remove-Item $request${isPacked ? ', $body' : ''}`,
  ].join('\n')
}

/** In both shells, curl cuts a text at its first NUL. */
function packedBody(body: SentBody | undefined): { readonly body?: SentBody } {
  if (body?.kind !== 'text' || !body.text.includes('\0')) return {}
  return { body: { kind: 'bytes', base64: base64OfText(body.text) } }
}

function written(file: string, base64: string): string {
  return `[IO.File]::WriteAllBytes(${file}, [Convert]::FromBase64String('${base64}'))`
}

function base64OfText(text: string): string {
  const bytes = encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return base64OfAscii(bytes)
}

interface Option {
  readonly name: 'request' | 'header' | 'no-buffer' | 'globoff' | 'path-as-is' | 'head' | 'cert' | 'key'
  readonly value?: string
}

function optionsOf({ method, url, headers, body, clientCertificate }: SentRequest): readonly Option[] {
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name)
  const streams = headers.some(([name, value]) => /^accept$/i.test(name) && value.includes('event-stream'))
  // curl adds these headers unless they are removed.
  const added = [...(body === undefined ? [] : ['content-type']), 'accept'].filter((name) => !has(name))
  return [
    method === 'HEAD' ? { name: 'head' } : { name: 'request', value: method },
    ...headers.map(([name, value]) => header(value === '' ? `${name};` : `${name}: ${value}`)),
    ...added.map((name) => header(`${name}:`)),
    ...(clientCertificate
      ? ([
          { name: 'cert', value: certificateFile },
          { name: 'key', value: keyFile },
        ] as const)
      : []),
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

const shortNames: Partial<Record<Option['name'], string>> = { request: '-X', header: '-H' }

function bashOption({ name, value }: Option): string {
  if (value === undefined) return `--${name}`
  return `${shortNames[name] ?? `--${name}`} ${bash(value)}`
}

/** In curl's own format: one line, quoted. */
function config(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' }
  const escaped = text.replace(/["\\\n\r\t\v]/g, (char) => escapes[char] ?? `\\${char}`)
  return `"${escaped}"`
}
