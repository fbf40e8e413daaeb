// The extensions activated by the user, in each dialect, seen by the agent.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const uris = ['https://e.example/one', 'https://e.example/two']

test.each([
  ['v0.2.6', 'X-A2A-Extensions'],
  ['v0.3', 'X-A2A-Extensions'],
  ['v0.3-rest', 'X-A2A-Extensions'],
  ['v0.3-grpc', 'x-a2a-extensions'],
  ['v1.0', 'A2A-Extensions'],
  ['v1.0-rest', 'A2A-Extensions'],
  ['v1.0-grpc', 'a2a-extensions'],
])('%s gets them in %s, and nothing once they are switched off', async (name, header) => {
  const { agentId, requests } = await start(name)
  await activate(agentId, uris)
  for (const stream of [false, true]) await window.client.conversation.send({ agentId, text: 'hi', stream })
  await activate(agentId, [])
  await window.client.conversation.send({ agentId, text: 'hi', stream: false })
  const sent = requests
    .filter(({ method, body }) => method === 'POST' && body.length > 0)
    .map(({ headers }) => headers.filter(([each]) => /extensions$/i.test(each)))
  expect(sent).toEqual([[[header, uris.join(', ')]], [[header, uris.join(', ')]], []])
})

test('an agent that requires one refuses without it and answers with it', async () => {
  const { agentId } = await start('required-extension')
  const discovery = await window.client.card.discover({ agentId })
  const required = discovery.found ? discovery.card.capabilities.extensions.map(({ uri }) => uri) : []
  const answers = []
  for (const active of [[], required]) {
    await activate(agentId, active)
    const { exchangeId } = await window.client.conversation.send({ agentId, text: 'direct', stream: false })
    const end = (await window.entries(exchangeId)).find(({ kind }) => kind === 'end')
    const body = JSON.parse((end?.kind === 'end' && end.body?.text) || '{}')
    answers.push(body.error?.code ?? Object.keys(body.result))
  }
  expect(answers).toEqual([-32008, ['message']])
})

async function start(name: string) {
  const started = await untilTestEnds(namedAgent(name).start())
  return { agentId: await window.idOf(started.url), requests: started.requests }
}

async function activate(agentId: string, extensions: readonly string[]): Promise<void> {
  const settings = await window.client.agents.settings({ agentId })
  await window.client.agents.configure({ agentId, settings: { ...settings, extensions: [...extensions] } })
}
