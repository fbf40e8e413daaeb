// The list of agents as arranged by the user, over restarts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { agent } from '../../e2e/agents/agent.ts'
import type { SecretStore } from './access/secret-store.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const card = JSON.stringify({
  name: 'Pasted',
  description: 'By hand',
  version: '1',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  supportedInterfaces: [{ url: '/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
})

test('names, colours, notes and order are kept, and can be taken back', async () => {
  const { agents } = window.client
  const [one, two, three] = [await add('http://a:1'), await add('http://b:1'), await add('http://c:1')]
  await agents.edit({ agentId: two, changes: { ownName: 'Two', colour: 'teal', note: 'the good one' } })
  await agents.reorder({ agentIds: [three, two] })
  window = await window.reopen()
  expect(await window.client.agents.list()).toMatchObject([
    { id: three, name: 'c:1' },
    { id: two, name: 'Two', ownName: 'Two', colour: 'teal', note: 'the good one' },
    { id: one },
  ])
  const changes = { ownName: null, colour: null, address: 'http://b:2' }
  const edited = await window.client.agents.edit({ agentId: two, changes })
  expect(edited).toEqual({
    id: two,
    address: 'http://b:2',
    name: 'b:1',
    note: 'the good one',
    addedAt: expect.any(Number),
  })
})

test('a list written by the version before is read', async () => {
  const before = { id: 'old', address: 'http://a:1', name: 'Old', addedAt: 5 }
  writeFileSync(join(window.dataDir, 'agents.json'), JSON.stringify({ version: 1, agents: [before] }))
  window = await window.reopen()
  expect(await window.client.agents.list()).toEqual([before])
})

test('a pasted card is an agent: read from its text, without asking anybody', async () => {
  const agent = await window.client.agents.addCard({
    text: `\uFEFF${card}`,
    baseUrl: 'https://agent.example',
  })
  expect(agent).toMatchObject({ name: 'Pasted', address: 'https://agent.example', pasted: true })
  window = await window.reopen()
  expect(await window.client.card.discover({ agentId: agent.id })).toMatchObject({
    found: true,
    source: 'pasted',
    attempts: [],
    card: { name: 'Pasted' },
    connection: { interface: { url: 'https://agent.example/a2a' }, dialect: '1.0' },
    suspicious: [{ kind: 'relative', substitute: 'https://agent.example/a2a' }],
  })
  await window.client.agents.remove({ agentId: agent.id })
  expect(window.disk()).not.toContain('By hand')
})

test.each([
  ['<html>', /HTML page/],
  ['{"name":"A",', /stops in the middle/],
  [
    '{"name":"A"}\n{"name":"A"}',
    /has more than the card: after its end, the same is there again at line 2, column 1/,
  ],
  ['{"hello":1}', /no agent card/],
])('the text %s is no agent', async (text, sentence) => {
  await expect(window.client.agents.addCard({ text })).rejects.toThrow(sentence)
  expect(await window.client.agents.list()).toEqual([])
})

test('a text is inspected as it is typed', async () => {
  const { inspect } = window.client.card
  expect(await inspect({ text: card })).toMatchObject({ readable: true, card: { name: 'Pasted' } })
  const broken = await inspect({ text: card.replace('"version":"1"', '"version":1') })
  expect(broken).toMatchObject({ readable: true })
  expect(broken.findings).toContainEqual(expect.objectContaining({ pointer: '/version', severity: 'error' }))
  expect(await inspect({ text: '{"name": }' })).toMatchObject({
    readable: false,
    problem: { kind: 'not-json', sentence: expect.stringContaining('line 1, column 10') },
    offset: 9,
  })
  expect(await inspect({ text: '' })).toMatchObject({ readable: false, problem: { kind: 'empty' } })
})

const signed = '?a=1&sig=planted-sig&X-Amz-Signature=planted%2Famz'

test('the secrets of an address are kept with the credentials, and sent after a restart', async () => {
  const kit = await agent({ dialect: '1.0' })
  const request = () => kit.requests.filter(({ target }) => target.includes(signed))
  const agentId = await add(kit.url + signed)
  expect(await add(kit.url + signed)).toBe(agentId)
  const discovery = await window.client.card.discover({ agentId })
  expect(discovery.found).toBe(true)
  expect(request()).toHaveLength(1)
  const [listed] = await window.client.agents.list()
  expect(listed?.address).toMatch(/\?a=1&sig=\[secret:\w{8}\]&X-Amz-Signature=\[secret:\w{8}\]$/)
  expect(JSON.stringify([listed, discovery])).not.toContain('planted')
  expect(await add(listed?.address ?? '')).toBe(agentId)

  window = await window.reopen()
  expect((await window.client.card.discover({ agentId })).found).toBe(true)
  expect(request()).toHaveLength(2)
  expect(window.disk()).not.toContain('planted')
  await window.client.agents.remove({ agentId })
  await kit.close()
})

/** A secret store that tests can inspect. */
function storeIn(values: Map<string, string>): SecretStore {
  return {
    where: 'memory',
    has: (key) => values.has(key),
    get: async (key) => values.get(key),
    set: async (key, secret) => void values.set(key, secret),
    forget: async (keys) => {
      for (const key of keys) values.delete(key)
    },
  }
}

test('what an address no longer has is not kept', async () => {
  const values = new Map<string, string>()
  await window.close()
  window = await openWindow({ secrets: storeIn(values) })
  const agentId = await add(`http://a.example/${signed}`)
  expect([...values.values()].join()).toContain('planted-sig')
  const changes = { address: 'http://a.example/?sig=planted-other' }
  await window.client.agents.edit({ agentId, changes })
  expect([...values.values()].join()).not.toContain('planted-sig')
  expect([...values.values()].join()).toContain('planted-other')
  await window.client.agents.remove({ agentId })
  expect([...values.values()].join()).not.toContain('planted')
})

test('an address that is added twice at once is one agent', async () => {
  const [one, two] = await Promise.all([add(`http://a.example/${signed}`), add(`http://a.example/${signed}`)])
  expect(two).toBe(one)
  expect(await window.client.agents.list()).toHaveLength(1)
})

test('a secret of an address that was kept in memory alone is asked for again', async () => {
  const kit = await agent({ dialect: '1.0' })
  const agentId = await add(kit.url + signed)
  await window.engine.close()
  const restarted = await openWindow({ dataDir: window.dataDir })
  const lost = await restarted.client.card.discover({ agentId })
  expect(JSON.stringify(lost)).toContain('Enter the address again')
  expect(await restarted.idOf(kit.url + signed)).toBe(agentId)
  expect((await restarted.client.card.discover({ agentId })).found).toBe(true)
  await kit.close()
  window = restarted
})

test('the secrets of a pasted card are used after a restart, and are in no file', async () => {
  const kit = await agent({ dialect: '1.0' })
  const text = card.replace('/a2a', `${kit.url}/a2a${signed}`)
  const { id: agentId } = await window.client.agents.addCard({ text, baseUrl: kit.url })
  window = await window.reopen()
  const discovery = await window.client.card.discover({ agentId })
  expect(JSON.stringify(discovery)).not.toContain('planted')
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  expect(kit.requests.at(-1)?.target).toContain(signed)
  expect(window.disk()).not.toContain('planted')
  await kit.close()
})

test.each(['__proto__', 'constructor', 'toString'])(
  'an agent %s is one that is not there',
  async (agentId) => {
    const { client } = window
    const kit = await agent({ dialect: '1.0' })
    const fetched = await client.files.fetch({ agentId, url: `${kit.url}/.well-known/agent-card.json` })
    expect(fetched).toMatchObject({ ended: 'complete', credentials: 'none' })
    expect(await client.chat.draft({ agentId })).toBeNull()
    expect(await client.chat.readWorkingText({ agentId, as: 'notes' })).toEqual(
      Object.fromEntries([[agentId, 'notes']]),
    )
    const nobody = /no longer in the list/
    await expect(client.agents.settings({ agentId })).rejects.toThrow(nobody)
    await expect(client.access.describe({ agentId })).rejects.toThrow(nobody)
    await expect(client.card.current({ agentId })).rejects.toThrow(nobody)
    await kit.close()
  },
)

async function add(address: string): Promise<string> {
  return (await window.client.agents.add({ address })).id
}
