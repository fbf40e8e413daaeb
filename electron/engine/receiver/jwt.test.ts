// Notifications with a JWT, verified with their agent's keys.

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { values } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawPost } from '#testing/engine/raw-request.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { keysPath } from '../../../e2e/agents/quirks/signed-calls.ts'

let window: TestWindow

beforeEach(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})
afterEach(() => window.close())

/** Every check of every call. */
async function checked(name: string, keys: 'served' | 'none', issuer?: (origin: string) => string) {
  const fake = await namedAgent(name).start()
  const { origin } = new URL(fake.url)
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { prepare, useKeys: holdAgainst } = window.client.push
  const { id } = await prepare({ agentId, options: {} })
  await holdAgainst({
    configId: id,
    keys: keys === 'served' ? { kind: 'address', address: `${origin}${keysPath}` } : { kind: 'none' },
    ...(issuer && { issuer: issuer(origin) }),
  })
  await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: id })
  const calls = async () => {
    const { exchanges } = await foldRecord(window.engine)
    return [...values(exchanges)].flatMap(({ webhook }) => (webhook ? [webhook] : []))
  }
  await expect.poll(async () => (await calls()).length).toBe(5)
  await fake.close()
  const all = await calls()
  const states = all.map(({ verdict }) =>
    (verdict?.jwt?.checks ?? []).map(({ member, state }) => `${member} ${state}`).join(', '),
  )
  return {
    authorization: [...new Set(all.map(({ verdict }) => verdict?.authorization))],
    checks: [...new Set(states)],
    sentences: (all.at(-1)?.verdict?.jwt?.checks ?? []).map(({ sentence }) => sentence),
  }
}

const good = 'signature right, iss right, aud right, iat right, exp right, jti right, taskId right'

it.each([
  ['push-jwt', 'served', 'right', [good]],
  ['push-jwt-forged', 'served', 'wrong', [good.replace('signature right', 'signature wrong')]],
  ['push-jwt-replayed', 'served', 'right+wrong', [good, good.replace('jti right', 'jti wrong')]],
  ['push-jwt-stale', 'served', 'wrong', [good.replace('iat right, exp right', 'iat wrong, exp wrong')]],
  [
    'push-jwt-elsewhere',
    'served',
    'wrong',
    ['signature right, iss wrong, aud wrong, iat right, exp right, jti right, taskId wrong'],
  ],
  [
    'push-jwt-bare',
    'served',
    'right',
    ['signature right, iss missing, aud missing, iat missing, exp missing, jti missing, taskId missing'],
  ],
  [
    'push-jwt',
    'none',
    'unasked',
    [good.replace('signature right, iss right', 'signature unchecked, iss unchecked')],
  ],
] as const)('%s with keys: %s', async (name, keys, authorization, checks) => {
  const match = await checked(name, keys, (origin) => origin)
  expect([match.authorization.join('+'), match.checks]).toEqual([authorization, checks])
})

it('each check says in a sentence what it was held against', async () => {
  const { sentences } = await checked('push-jwt-elsewhere', 'served', () => 'https://here.example')
  expect(
    sentences.map((sentence) => sentence.replace(/\d+ s/, 'N s').replace(/the body “.*”/, 'the body “T”')),
  ).toEqual([
    'The signature matches one of the given keys.',
    'It was issued by “https://elsewhere.example”, not by “https://here.example”.',
    'It is for “https://elsewhere.example/hook”, not for this webhook.',
    'It was issued N s ago.',
    'It is good for N s more.',
    'Its id is new.',
    'It names the task “another”, the body “T”.',
  ])
})

it('a forged call does not use up the id of the true one, and only the first of two at once is new', async () => {
  const fake = await namedAgent('push-good').start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id, url } = await window.client.push.prepare({ agentId, options: { token: { kind: 'none' } } })
  const [ours, theirs] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const text = JSON.stringify({ keys: [await exportJWK(ours.publicKey)] })
  await window.client.push.useKeys({ configId: id, keys: { kind: 'text', text } })
  const post = async ({ privateKey }: typeof ours) => {
    const jwt = await new SignJWT({ jti: 'one' }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    await rawPost(url, '{}', [['Authorization', `Bearer ${jwt}`]])
  }
  await post(theirs)
  await Promise.all([post(ours), post(ours)])
  const { exchanges } = await foldRecord(window.engine)
  const jtis = [...values(exchanges)].flatMap(({ webhook }) =>
    (webhook?.verdict?.jwt?.checks ?? []).flatMap(({ member, state }) => (member === 'jti' ? [state] : [])),
  )
  expect(jtis).toEqual(['right', 'right', 'wrong'])
  await fake.close()
})

it('an address of keys is kept without its secret', async () => {
  const fake = await namedAgent('push-jwt').start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id } = await window.client.push.prepare({ agentId, options: {} })
  const address = `${new URL(fake.url).origin}${keysPath}?sig=planted-sig`
  const { keys } = await window.client.push.useKeys({ configId: id, keys: { kind: 'address', address } })
  expect(keys?.from).toMatch(/\?sig=\[secret:\w{8}\]$/)
  expect(window.disk()).not.toContain('planted-sig')
  await fake.close()
})

it.each([
  ['a page', '<html>', /isn’t a JSON Web Key Set/],
  ['an empty set', '{"keys":[]}', /isn’t a JSON Web Key Set/],
  ['a list', '[1]', /isn’t a JSON Web Key Set/],
])('keys that are %s are refused', async (_, text, message) => {
  const fake = await namedAgent('push-good').start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id } = await window.client.push.prepare({ agentId, options: {} })
  await expect(window.client.push.useKeys({ configId: id, keys: { kind: 'text', text } })).rejects.toThrow(
    message,
  )
  const address = `${fake.url}/nowhere`
  await expect(
    window.client.push.useKeys({ configId: id, keys: { kind: 'address', address } }),
  ).rejects.toThrow(/answered 404/)
  await fake.close()
})
