// Push configurations in every version and binding: set, read, listed and deleted, with their calls; then the same
// inline with a message.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { values } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'

const options = { authentication: { scheme: 'Bearer' } }
let window: TestWindow

beforeEach(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})
afterEach(() => window.close())

/** How calls to a configuration were authenticated, and the last of them. */
async function callsTo(configId: string) {
  const { exchanges } = await foldRecord(window.engine)
  const calls = [...values(exchanges)].flatMap(({ webhook }) =>
    webhook?.registration?.configId === configId ? [webhook] : [],
  )
  const proofs = calls.map(({ verdict }) => `${verdict?.token}/${verdict?.authorization}`)
  return { proofs: [...new Set(proofs)], last: calls.at(-1)?.told?.state }
}

const proven = { proofs: ['right/right'], last: 'completed' }
const stored = 'The agent stored it as given.'
const deleted = 'The agent deleted it.'
const ours = [{ token: true, scheme: 'Bearer' }]
const unnamed = 'The agent stored it without an ID.'
const lists = 'A2A 0.1 has no call over JSON-RPC that lists the webhooks of a task.'
const deletes = 'A2A 0.1 has no call over JSON-RPC that deletes the configuration of a webhook.'
/** Their cards match another dialect, so the user chooses it. */
const rc = { binding: 'JSONRPC', dialect: '1.0-rc' } as const
const schema = { binding: 'HTTP+JSON', dialect: '0.3-schema' } as const

it.each([
  { name: 'v0.1', answers: [unnamed, unnamed, lists, deletes] },
  { name: 'v0.2.5', answers: [stored, stored, ours, deleted] },
  { name: 'v0.2.6', answers: [stored, stored, ours, deleted] },
  { name: 'v0.3', answers: [stored, stored, ours, deleted] },
  { name: 'v0.3-rest', answers: [stored, stored, ours, deleted] },
  { name: 'v0.3-rest-schema', speaks: schema, answers: [stored, stored, ours, deleted] },
  { name: 'v0.3-grpc', answers: [stored, stored, ours, deleted] },
  { name: 'v1.0-rc', speaks: rc, answers: [stored, stored, ours, deleted] },
  { name: 'v1.0', answers: [stored, stored, ours, deleted] },
  { name: 'v1.0-rest', answers: [stored, stored, ours, deleted] },
  { name: 'v1.0-grpc', answers: [stored, stored, ours, deleted] },
])('$name', async ({ name, answers, speaks }) => {
  const { client } = window
  const fake = await namedAgent(name).start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  if (speaks) {
    const forced = { url: `${fake.url}/`, ...speaks }
    await client.agents.configure({ agentId, settings: { forced, substitutes: [], extensions: [] } })
  }
  await client.conversation.send({ agentId, text: 'ask', stream: false })
  const [task] = values((await foldRecord(window.engine)).tasks)
  const { taskId = '' } = task ?? {}

  const set = await client.push.set({ agentId, taskId, options })
  const got = await client.push.get({ configId: set.id })
  const listed = await client.push.list({ agentId, taskId }).then(
    ({ configs, problem }) => problem ?? configs.map(({ token, scheme }) => ({ token, scheme })),
    (fault: Error) => fault.message,
  )
  await client.conversation.send({ agentId, taskId, text: 'tea, please', stream: false })
  await expect.poll(() => callsTo(set.id)).toEqual(proven)
  const gone = await client.push.delete({ configId: set.id }).then(
    ({ sentence }) => sentence,
    (fault: Error) => fault.message,
  )
  expect([set.sentence, got.sentence, listed, gone]).toEqual(answers)

  const along = await client.push.prepare({ agentId, options })
  await client.conversation.send({ agentId, text: 'hi', stream: false, pushConfigId: along.id })
  await expect.poll(() => callsTo(along.id)).toEqual(proven)
  await fake.close()
})
