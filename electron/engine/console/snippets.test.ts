// What is copied is run: by bash and curl, by node, by Python, against the agent it was copied from, which must receive the
// same once more. Python's part runs where PARLEY_PYTHON, or python3, can import httpx and a2a.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SnippetForm } from '#shared/record/export/snippet.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { endedExchange } from '../testing/ended-exchange.ts'
import { openWindow, type TestWindow } from '../testing/open-window.ts'

const run = promisify(execFile)
const token = 'a-token-nobody-may-see'
const python = process.env['PARLEY_PYTHON'] ?? 'python3'
/** Below the project, so that its packages are found, and where git does not look. */
const out = join(import.meta.dirname, '..', '..', '..', 'out')
mkdirSync(out, { recursive: true })
const folder = mkdtempSync(join(out, 'snippets-'))

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
  const say = async (name: string, to: string, text: string, stream: boolean) => {
    ids[name] = (await window.client.conversation.send({ agentId: to, text, stream })).exchangeId
    originals[name] = received(server)
  }
  await say('send', agentId, `direct it's "☂𝄞" $HOME \`x\` %PATH% \\ !\n\tend`, false)
  await say('stream', agentId, 'many 3', true)
  await say('old', await window.idOf(old.url), 'direct old', false)
  const sent = await window.client.again.send({
    method: 'POST',
    url: `${server.url}/raw/[x]?a={b}&c=d%20e`,
    headers: [
      ['Content-Type', 'application/octet-stream'],
      ['X-Empty', ''],
    ],
    body: { kind: 'bytes', base64: Buffer.from([0, 1, 255, 13, 10]).toString('base64') },
    credentials: false,
  })
  ids['bytes'] = sent.exchangeId
  await endedExchange(window.client, sent.exchangeId)
  originals['bytes'] = received(server)
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
/** What PowerShell would do with it: the text between its quotes becomes the file that curl is given. */
function powerShell(code: string) {
  const [, config = ''] = /@'\n(.*)\n'@/s.exec(code) ?? []
  const [, packed] = /FromBase64String\('(.*)'\)/.exec(code) ?? []
  writeFileSync(join(folder, 'request'), config)
  writeFileSync(join(folder, 'body'), Buffer.from(packed ?? '', 'base64'))
  const body = packed === undefined ? [] : ['--data-binary', `@${join(folder, 'body')}`]
  return run('curl', ['--config', join(folder, 'request'), ...body])
}

const hasPython = (() => {
  try {
    execFileSync(python, ['-c', 'import httpx, a2a'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const runners = {
  curl: bash,
  'curl-powershell': powerShell,
  fetch: node,
  httpx: python3,
  'sdk-js': node,
  'sdk-python': python3,
} as const satisfies Record<SnippetForm, (code: string) => Promise<{ stdout: string }>>

/** The path, the bytes and the heads that somebody chose. */
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

describe.each(['send', 'stream', 'bytes'])('%s', (name) => {
  test.each(['curl', 'curl-powershell', 'fetch', ...(hasPython ? (['httpx'] as const) : [])] as const)(
    'as %s has the same effect',
    async (form) => {
      const count = server.requests.length
      const { text, hidden } = await snippet(name, form)
      expect(hidden).toBe(0)
      await runners[form](text)
      expect(server.requests).toHaveLength(count + 1)
      // Both say of themselves that they take anything where nothing was said.
      const added = name === 'bytes' && (form === 'fetch' || form === 'httpx') ? ['accept: */*'] : []
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
    for (const [name, of] of [
      ['send', server],
      ['stream', server],
      ['old', old],
    ] as const) {
      const { text } = await snippet(name, form)
      const { stdout } = await runners[form](text)
      const request = of.requests.at(-1)
      expect(stdout).not.toBe('')
      expect(request?.body.toString()).toContain(
        { send: 'direct it', stream: 'many 3', old: 'direct old' }[name],
      )
      expect(received(of).heads).toEqual(
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
