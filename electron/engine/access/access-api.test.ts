// Redirects of a request to another origin: open windows show a question, the answer is stored on request, and without
// a window they are refused.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RedirectAnswer, RedirectQuestion } from '#shared/contract/redirects.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { redirect } from '../../../e2e/agents/quirks/addresses.ts'
import { crossingOf, redirectStep } from '../wire/redirect.ts'
import { createRedirectQuestions, type RedirectQuestions } from './access-api.ts'
import { openCredentialFile } from './credential-file.ts'

let window: TestWindow
/** The origin of the request, and the one it is redirected to. */
let [moving, other]: readonly Agent[] = []
const stops = new Set<AbortController>()

beforeEach(async () => {
  window = await openWindow()
  other = await untilTestEnds(agent({ dialect: '1.0' }))
  moving = await untilTestEnds(
    agent({
      dialect: '1.0',
      quirks: ['/', '/file'].map((path) => redirect(307, path, `${other?.url}/elsewhere`)),
    }),
  )
})
afterEach(async () => {
  for (const stop of stops) stop.abort()
  await window.close()
})

/** A window that gives this answer to every question; returns the questions it received. */
function listen(answer?: RedirectAnswer): RedirectQuestion[] & { close(): void } {
  const stop = new AbortController()
  stops.add(stop)
  const redirectQuestions: RedirectQuestion[] = []
  const { client } = window
  const follow = async () => {
    for await (const waiting of await client.host.redirects(undefined, { signal: stop.signal })) {
      for (const question of waiting.filter(({ id }) => redirectQuestions.every((each) => each.id !== id))) {
        redirectQuestions.push(question)
        if (answer) await client.host.answerRedirect({ questionId: question.id, answer })
      }
    }
  }
  follow().catch(() => undefined)
  return Object.assign(redirectQuestions, { close: () => stop.abort() })
}

async function post(): Promise<string> {
  const agentId = await window.idOf(moving?.url ?? '')
  const { exchangeId } = await window.client.again.send({
    credentials: false,
    agentId,
    method: 'POST',
    url: `${moving?.url}/`,
    headers: [['Content-Type', 'application/json']],
    body: { kind: 'text', text: '{"said":"private"}' },
  })
  return exchangeId
}
const kindsOf = async (exchangeId: string) => (await window.entries(exchangeId)).map(({ kind }) => kind)
const ends = async (exchangeId: string) => {
  await expect.poll(() => kindsOf(exchangeId).then((kinds) => kinds.at(-1))).toMatch(/^(end|failure)$/)
  const entries = await window.entries(exchangeId)
  const last = entries.at(-1)
  return { kinds: entries.map(({ kind }) => kind), message: last?.kind === 'failure' ? last.message : '' }
}

test('with no window to ask in, the request stays where it was meant for', async () => {
  const { kinds, message } = await ends(await post())
  expect(kinds).toEqual(['request', 'response', 'failure'])
  expect(message).toBe(
    `The agent redirects this POST to another origin, ${other?.url}. Parley asks before it sends a request there, and no window was open to ask. Nothing was sent to it.`,
  )
  expect(other?.requests).toEqual([])
})

test('the question says what would be sent where; a no is said on the exchange', async () => {
  const request = listen('refuse')
  const exchangeId = await post()
  const { kinds, message } = await ends(exchangeId)
  expect(kinds).toEqual(['request', 'response', 'failure'])
  expect(message).toContain('You chose not to send it there. Nothing was sent to it.')
  expect([...request]).toEqual([
    {
      id: '1',
      exchangeId,
      agentId: await window.idOf(moving?.url ?? ''),
      label: 'POST /',
      method: 'POST',
      bodyBytes: 18,
      from: moving?.url,
      to: other?.url,
      address: `${other?.url}/elsewhere`,
      place: 'near',
      isDownload: false,
    },
  ])
  expect(other?.requests).toEqual([])
})

test('what an address carries is not shown in a question', async () => {
  const keyed = await untilTestEnds(
    agent({ dialect: '1.0', quirks: [redirect(307, '/', `${other?.url}/?api_key=planted-key`)] }),
  )
  const request = listen('refuse')
  const agentId = await window.idOf(keyed.url)
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  expect(request[0]?.address).toMatch(/\?api_key=\[secret:\w{8}\]$/)
})

test('a yes is for this request alone, and credentials stay behind', async () => {
  const request = listen('once')
  const { client } = window
  const agentId = await window.idOf(moving?.url ?? '')
  await client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'planted-bearer' }] })
  for (const _ of [1, 2]) expect((await ends(await post())).kinds).toContain('redirect')
  expect(request).toHaveLength(2)
  expect(other?.requests).toHaveLength(2)
  expect(JSON.stringify(other?.requests)).not.toContain('planted')
})

test('what is allowed for good is kept for the two origins, and can be taken back', async () => {
  const first = listen('always')
  await ends(await post())
  first.close()
  const agentId = await window.idOf(moving?.url ?? '')
  const pair = { from: moving?.url ?? '', to: other?.url ?? '' }
  window = await window.reopen()
  const { access } = await window.client.access.describe({ agentId })
  expect(access.redirects).toEqual([pair])
  // A credential set later revokes nothing.
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 't' }] })
  expect((await ends(await post())).kinds).toContain('redirect')

  expect((await window.client.access.forgetRedirect({ agentId, ...pair })).redirects).toEqual([])
  expect((await ends(await post())).kinds).not.toContain('redirect')
})

test('a file that the user fetches comes from its own origin, or the question is asked', async () => {
  const agentId = await window.idOf('http://agent.example')
  const url = `${moving?.url}/file`
  expect(await window.client.files.fetch({ agentId, url })).toMatchObject({
    ended: 'failed',
    reason: expect.stringContaining('redirects this GET to another origin'),
  })
  expect(other?.requests).toEqual([])
  const request = listen('once')
  expect(await window.client.files.fetch({ agentId, url })).toMatchObject({ ended: 'complete' })
  expect([...request]).toMatchObject([{ isDownload: true, bodyBytes: 0 }])
  expect(other?.requests).toHaveLength(1)
})

test('a request that is ended takes its question along, as does the last window', async () => {
  const request = listen()
  const exchangeId = await post()
  await expect.poll(() => request.length).toBe(1)
  await window.client.tasks.cut({ exchangeId })
  expect((await ends(exchangeId)).message).toContain('You ended this request')
  expect(await window.client.host.answerRedirect({ questionId: '1', answer: 'once' })).toEqual({
    answered: false,
  })
  const next = await post()
  await expect.poll(() => request.length).toBe(2)
  request.close()
  expect((await ends(next)).message).toContain('no window was open')
  expect(other?.requests).toEqual([])
})

describe('questions', () => {
  let dataDir: string
  let questions: RedirectQuestions
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-redirects-'))
    questions = createRedirectQuestions(await openCredentialFile(dataDir))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const request = { method: 'POST', url: 'https://a.example/rpc', headers: [], body: Buffer.from('x') }
  const call = { purpose: 'operation', label: 'SendMessage', agentId: 'agent' } as const
  const send = (to = 'https://b.example/') =>
    questions.ask(crossingOf('exchange', call, request, to), undefined)
  const reader = () => questions.waiting(new AbortController().signal)[Symbol.asyncIterator]()

  test('reach a window that reads slowly, as do their answers', async () => {
    const waiting = reader()
    expect((await waiting.next()).value).toEqual([])
    const answered = send()
    expect((await waiting.next()).value).toMatchObject([{ id: '1', to: 'https://b.example' }])
    await questions.answer('1', 'refuse')
    expect(await answered).toBe('refused')
    expect((await waiting.next()).value).toEqual([])
  }, 2_000)

  test('that are the same are answered together by “always”', async () => {
    await reader().next()
    const requests = [send(), send('https://b.example/other'), send('https://c.example/')]
    await questions.answer('1', 'always')
    expect(await Promise.all(requests.slice(0, 2))).toEqual(['follow', 'follow'])
    await questions.answer('3', 'refuse')
    expect(await requests[2]).toBe('refused')
  })

  test('are no more than anyone answers, and what is not asked is not said to have been', async () => {
    await reader().next()
    for (let count = 0; count < 20; count++) void send()
    expect(await send()).toBe('too-many')
  })
})

test.each([
  ['POST', 'operation', 'https://a.example/', 'https://b.example/', true],
  ['POST', 'operation', 'https://a.example/', 'https://a.example/other', false],
  ['POST', 'operation', 'http://a.example/', 'https://a.example/', true],
  ['POST', 'operation', 'http://127.0.0.1:1/', 'http://127.0.0.1:2/', true],
  ['DELETE', 'operation', 'https://a.example/', 'https://b.example/', true],
  ['GET', 'card', 'https://a.example/', 'https://b.example/', false],
  ['GET', 'card', 'https://a.example/', 'http://127.0.0.1:80/', true],
  ['GET', 'card', 'https://a.example/', 'http://localhost.:80/', true],
  ['GET', 'card', 'https://a.example/', 'http://2130706433/', true],
  ['GET', 'card', 'https://a.example/', 'http://192.168.0.1/', true],
  ['GET', 'card', 'https://a.example/', 'http://[::ffff:127.0.0.1]/', true],
  ['GET', 'card', 'http://127.0.0.1:1/', 'http://localhost:2/', false],
  ['GET', 'file', 'https://a.example/', 'https://b.example/', true],
  ['GET', 'file', 'https://a.example/', 'https://a.example/b', false],
] as const)('%s of a %s from %s to %s is a question: %s', (method, purpose, from, to, isRequest) => {
  const request = { method, url: from, headers: [], ...(method === 'POST' && { body: Buffer.from('x') }) }
  const head = { status: 307, statusText: '', headers: [['Location', to] as const], timings: {} }
  const rules = { credentialNames: new Set<string>(), hops: 0, maxRedirects: 5, secretBody: false, purpose }
  expect(redirectStep(request, head, rules)).toMatchObject({ kind: 'follow', needsAnswer: isRequest })
})
