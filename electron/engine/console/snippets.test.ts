// Snippets are run: by bash and curl, by node, by Python, against the agent they were copied from, which must receive
// the same request. Python needs PARLEY_PYTHON, or python3, with httpx and a2a; grpcurl needs PARLEY_GRPCURL, or
// grpcurl. PowerShell is on few machines, so its documented rules are applied here.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFileRegistry, fromBinary, fromJson, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentBody } from '#shared/export/sent-request.ts'
import type { SnippetForm } from '#shared/export/snippet.ts'
import { endedExchange } from '#testing/engine/ended-exchange.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'

const run = promisify(execFile)
const token = 'a-token-nobody-may-see'
const grpcurl = process.env['PARLEY_GRPCURL'] ?? 'grpcurl'
const python = process.env['PARLEY_PYTHON'] ?? 'python3'
/** In the project, so that its packages are found, and ignored by git. */
const out = join(import.meta.dirname, '..', '..', '..', 'out')
mkdirSync(out, { recursive: true })
const folder = mkdtempSync(join(out, 'snippets-'))

/** Closes every kind of quotes, line by line. */
const hostile = `"\n'@\n'@)\n\u2019@\n'; touch pwned; '\n\\\n$(touch pwned)\n\`touch pwned\`\nEOF\n\t"; url = x`

let window: TestWindow
let server: Agent
let old: Agent
const ids: Record<string, string> = {}
const originals: Record<string, ReturnType<typeof received>> = {}

beforeAll(async () => {
  window = await openWindow()
  server = await agent({ dialect: ['1.0', '1.0-rest'] })
  old = await agent({ dialect: '0.3' })
  await window.connect(server.url)
  await window.connect(old.url)
  const agentId = await window.idOf(server.url)
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token }] })
  const print = async (name: string, to: string, text: string, stream: boolean) => {
    ids[name] = (await window.client.conversation.send({ agentId: to, text, stream })).exchangeId
    originals[name] = received(server)
  }
  await print('send', agentId, `direct it's "☂𝄞" $HOME \`x\` %PATH% \\ !\n\tend`, false)
  await print('stream', agentId, 'many 3', true)
  await print('old', await window.idOf(old.url), 'direct old', false)
  const write = async (name: string, body: SentBody) => {
    const { exchangeId } = await window.client.again.send({
      method: 'POST',
      url: `${server.url}/raw/[x]?a={b}&c=d%20e`,
      headers: [
        ['Content-Type', 'application/octet-stream'],
        ['X-Empty', ''],
      ],
      body,
      credentials: false,
    })
    ids[name] = exchangeId
    await endedExchange(window.client, exchangeId)
    originals[name] = received(server)
  }
  await write('bytes', { kind: 'bytes', base64: Buffer.from([0, 1, 255, 13, 10]).toString('base64') })
  await write('quotes', { kind: 'text', text: hostile })
  await write('controls', { kind: 'text', text: `${hostile}\u001b[2J\u009b\u202e\u2028'@\r\n` })
  await write('nul', { kind: 'text', text: `a\0${hostile}` })
})
afterAll(async () => {
  await Promise.all([server.close(), old.close()])
  await window.close()
  rmSync(folder, { recursive: true, force: true })
})

const snippet = async (name: string, form: SnippetForm, secrets = true) =>
  window.client.console.snippet({ exchangeId: ids[name] ?? '', form, secrets })

function bash(code: string) {
  return run('bash', ['-c', `set -e -o pipefail\n${code}`])
}
function node(code: string) {
  const path = join(folder, 'snippet.mjs')
  writeFileSync(path, code)
  return run(process.execPath, [path])
}
function python3(code: string) {
  const path = join(folder, 'snippet.py')
  writeFileSync(path, code)
  return run(python, [path])
}
/** Applies PowerShell's rules, statement by statement; a foreign statement has escaped its quotes. */
function powerShell(code: string) {
  // about_Quoting_Rules: a here-string ends with the first line that begins with any single quote and @.
  const [hereString = '', config] = /@'\n([\s\S]*?)\n['‘’‚‛]@/.exec(code) ?? []
  const packed = (name: string) =>
    new RegExp(`^\\[IO\\.File\\]::WriteAllBytes\\(\\$${name}, .*'([A-Za-z0-9+/=]*)'\\)\\)$`, 'm').exec(
      code,
    )?.[1]
  const statements = (hereString === '' ? code : code.replace(hereString, () => '…')).split('\n')
  const pattern =
    /^(\$(body|request) = New-TemporaryFile|\[IO\.File\]::Write|curl\.exe --config \$request|Remove-Item \$request)/
  expect(statements.filter((line) => !pattern.test(line))).toEqual([])
  writeFileSync(join(folder, 'request'), config ?? Buffer.from(packed('request') ?? '', 'base64'))
  writeFileSync(join(folder, 'body'), Buffer.from(packed('body') ?? '', 'base64'))
  const body = packed('body') === undefined ? [] : ['--data-binary', `@${join(folder, 'body')}`]
  return run('curl', ['--config', join(folder, 'request'), ...body])
}

/** A stand-in for grpcurl that prints its arguments, and the content of files. */
const argumentsOnly = `grpcurl() {
  for each in "$@"; do
    case $each in /dev/fd/*) base64 -w0 < "$each" ;; *) printf %s "$each" ;; esac
    printf '\\0'
  done
}`

function runs(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasPython = runs(python, '-c', 'import httpx, a2a')
const hasGrpcurl = runs(grpcurl, '-version')
const runners = {
  curl: bash,
  'curl-powershell': powerShell,
  fetch: node,
  httpx: python3,
  grpcurl: (code: string) => bash(code.replace(/^grpcurl/, grpcurl)),
  'sdk-js': node,
  'sdk-python': python3,
} as const satisfies Record<SnippetForm, (code: string) => Promise<{ stdout: string }>>

/** Path, body and the headers set on purpose. */
function received(agent: Agent) {
  const request = agent.requests.at(-1)
  const chosen = /^(content-type|accept|authorization|a2a-version|x-empty)$/i
  const pairs = (request?.headers ?? [])
    .filter(([name]) => chosen.test(name))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
  return {
    method: request?.method,
    target: request?.target,
    body: request?.body.toString('base64'),
    heads: pairs.toSorted(),
  }
}

describe.each(['send', 'stream', 'bytes', 'quotes', 'controls', 'nul'])('%s', (name) => {
  test.each(['curl', 'curl-powershell', 'fetch', ...(hasPython ? (['httpx'] as const) : [])] as const)(
    'as %s has the same effect',
    async (form) => {
      const count = server.requests.length
      const { text, hidden } = await snippet(name, form)
      expect(hidden).toBe(0)
      await runners[form](text)
      expect(server.requests).toHaveLength(count + 1)
      // Both add a default Accept header.
      const added =
        /^(fetch|httpx)$/.test(form) && name !== 'send' && name !== 'stream' ? ['accept: */*'] : []
      const original = originals[name]
      expect(received(server)).toEqual({
        ...original,
        heads: [...(original?.heads ?? []), ...added].toSorted(),
      })
    },
  )
})

test.each(['sdk-js', ...(hasPython ? (['sdk-python'] as const) : [])] as const)(
  'as %s the agent is asked the same',
  async (form) => {
    for (const [name, source] of [
      ['send', server],
      ['stream', server],
      ['old', old],
    ] as const) {
      const { text } = await snippet(name, form)
      const { stdout } = await runners[form](text)
      const request = source.requests.at(-1)
      expect(stdout).not.toBe('')
      expect(request?.body.toString()).toContain(
        { send: 'direct it', stream: 'many 3', old: 'direct old' }[name],
      )
      expect(received(source).heads).toEqual(
        expect.arrayContaining(name === 'old' ? [] : [`authorization: Bearer ${token}`]),
      )
    }
  },
)

test('a secret is left out unless it is asked for', async () => {
  for (const form of ['curl', 'curl-powershell', 'fetch', 'httpx', 'sdk-js', 'sdk-python'] as const) {
    const { text, hidden } = await snippet('send', form, false)
    expect({ form, hidden, tells: text.includes(token), says: text.includes('<secret>') }).toEqual({
      form,
      hidden: 1,
      tells: false,
      says: true,
    })
  }
})

describe.each(['1.0-grpc', '0.3-grpc'] as const)('a call over gRPC, %s', (dialect) => {
  let grpc: Agent
  let exchangeId = ''
  beforeAll(async () => {
    grpc = await agent({ dialect })
    await window.connect(grpc.url)
    const agentId = await window.idOf(grpc.url)
    exchangeId = (await window.client.conversation.send({ agentId, text: "many 3 it's", stream: true }))
      .exchangeId
  })
  afterAll(() => grpc.close())
  const written = async () => (await window.client.console.snippet({ exchangeId, form: 'grpcurl' })).text

  test('as grpcurl it brings the definitions that make the same message', async () => {
    const { stdout } = await bash(`${argumentsOnly}\n${await written()}`)
    const reported = stdout.split('\0').slice(0, -1)
    const given = (name: string) => reported[reported.indexOf(name) + 1] ?? ''
    const set = fromBinary(FileDescriptorSetSchema, Buffer.from(given('-protoset'), 'base64'))
    const [service = '', name] = reported.at(-1)?.split('/') ?? []
    const method = createFileRegistry(set)
      .getService(service)
      ?.methods.find((each) => each.name === name)
    const bytes = method && toBinary(method.input, fromJson(method.input, JSON.parse(given('-d'))))
    expect([reported.at(-2), method?.methodKind, Buffer.from(bytes ?? []).toString('hex')]).toEqual([
      grpc.grpcAddress,
      'server_streaming',
      grpc.requests.at(-1)?.body.toString('hex'),
    ])
  })

  if (hasGrpcurl)
    test('as grpcurl it has the same effect', async () => {
      const before = grpc.requests.at(-1)
      const { stdout } = await runners.grpcurl(await written())
      const after = grpc.requests.at(-1)
      expect([after?.path, after?.body.toString('hex')]).toEqual([before?.path, before?.body.toString('hex')])
      expect(stdout.match(/rtifactUpdate/g)?.length).toBeGreaterThan(0)
    })
})
