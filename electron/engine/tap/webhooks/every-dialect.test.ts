// Another Parley as the caller, with a webhook receiver, through a tap to agents of every version: its webhook is
// called through the tap, which records everything.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { values } from '#shared/collections/list.ts'
import type { Tap } from '#shared/contract/taps.ts'
import type { Entry, WebhookEntry } from '#shared/record/entry.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { namedAgent } from '../../../../e2e/agents/catalogue/catalogue.ts'

const options = { authentication: { scheme: 'Bearer' } }
let [tapping, caller]: readonly TestWindow[] = []

beforeEach(async () => {
  tapping = await openWindow()
  caller = await openWindow()
  await caller.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})
afterEach(async () => {
  await caller?.close()
  await tapping?.close()
})

/** How calls to a configuration were authenticated, and the last of them. */
async function callsIn(window: TestWindow, isOf: (call: WebhookEntry) => boolean) {
  await window.engine.taps.recorded()
  window.engine.record.flush()
  const { entries } = await window.engine.record.read({
    after: 0,
    limit: 5_000,
    filter: { kinds: ['webhook'] },
  })
  const ids = new Set(
    entries.flatMap((entry) => (entry.kind === 'webhook' && isOf(entry) ? [entry.exchangeId] : [])),
  )
  const { exchanges } = await foldRecord(window.engine)
  const calls = [...values(exchanges)].filter(({ id }) => ids.has(id))
  const proofs = calls.map(({ webhook, state, status }) => {
    const { token, authorization } = webhook?.verdict ?? {}
    return `${token}/${authorization} ${state} ${status}`
  })
  return { proofs: [...new Set(proofs)], last: calls.at(-1)?.webhook?.told?.state }
}

/** Other work may occupy the processor. */
const patience = { timeout: 20_000 }
const proven = { proofs: ['right/right done 200'], last: 'completed' }
/** Their cards match another dialect, so the user chooses it. */
const rc = { binding: 'JSONRPC', dialect: '1.0-rc' } as const
const schema = { binding: 'HTTP+JSON', dialect: '0.3-schema' } as const

const names = [
  ['v0.1', undefined],
  ['v0.2.5', undefined],
  ['v0.2.6', undefined],
  ['v0.3', undefined],
  ['v0.3-rest', undefined],
  ['v0.3-rest-schema', schema],
  ['v1.0-rc', rc],
  ['v1.0', undefined],
  ['v1.0-rest', undefined],
] as const

async function tapped(url: string, speaks: typeof rc | typeof schema | undefined) {
  if (!tapping || !caller) throw new Error('nobody is there')
  const tap: Tap = await tapping.client.taps.start({ agentId: await tapping.idOf(url), webhooks: true })
  const agentId = await caller.idOf(tap.address)
  await caller.connect(tap.address)
  if (speaks) {
    const forced = { url: `${new URL(tap.address).origin}/`, ...speaks }
    await caller.client.agents.configure({ agentId, settings: { forced, substitutes: [], extensions: [] } })
  }
  return { tap, agentId, tapping, caller }
}

it.each(names)('%s', async (name, speaks) => {
  const fake = await namedAgent(name).start()
  const { tap, agentId, tapping, caller } = await tapped(fake.url, speaks)
  const place = new URL(tap.address).origin
  await caller.client.conversation.send({ agentId, text: 'ask', stream: false })
  const [task] = values((await foldRecord(caller.engine)).tasks)
  const { taskId = '' } = task ?? {}

  const set = await caller.client.push.set({ agentId, taskId, options })
  expect(set).toMatchObject({ standing: 'confirmed' })
  const listed = await caller.client.push.list({ agentId, taskId }).then(
    ({ configs }) => configs.map(({ url }) => url),
    () => [set.url],
  )
  expect(listed).toEqual([set.url])
  await caller.client.conversation.send({ agentId, taskId, text: 'tea, please', stream: false })
  const isAtCaller = ({ registration }: WebhookEntry) => registration?.configId === set.id
  const isThroughTap = ({ via }: WebhookEntry) => via?.to === set.url && via.tap.startsWith(`${place}/`)
  await expect.poll(() => callsIn(caller, isAtCaller), patience).toEqual(proven)
  await expect.poll(() => callsIn(tapping, isThroughTap), patience).toEqual(proven)

  const along = await caller.client.push.prepare({ agentId, options })
  await caller.client.conversation.send({ agentId, text: 'hi', stream: false, pushConfigId: along.id })
  await expect.poll(() => callsIn(caller, ({ path }) => along.url.endsWith(path)), patience).toEqual(proven)
  await expect.poll(() => callsIn(tapping, ({ via }) => via?.to === along.url), patience).toEqual(proven)

  // The agent never received the caller's own address.
  const bodies = fake.requests.map(({ body }) => body.toString())
  expect(bodies.filter((body) => body.includes(new URL(set.url).host))).toEqual([])
  expect(bodies.filter((body) => body.includes(`${place}/tap-webhook/`))).toHaveLength(2)
  const noted = (await notesOf(tapping)).filter((text) => text.startsWith('The agent was given'))
  expect(noted).toEqual([set.url, along.url].map((url) => expect.stringContaining(`in place of ${url}.`)))
  const [tapNow] = await tapping.client.taps.list()
  expect(tapNow).toMatchObject({ notices: [], webhooks: true })
  expect(tapNow?.pushes).toBeGreaterThan(1)
  await fake.close()
})

it.each(['v0.3-grpc', 'v1.0-grpc'])('%s passes unchanged, and that is said', async (name) => {
  const fake = await namedAgent(name).start()
  const { agentId, tapping, caller } = await tapped(fake.url, undefined)
  const along = await caller.client.push.prepare({ agentId, options })
  await caller.client.conversation.send({ agentId, text: 'hi', stream: false, pushConfigId: along.id })
  const direct = { proofs: ['right/right done 200'], last: 'completed' }
  await expect.poll(() => callsIn(caller, ({ path }) => along.url.endsWith(path)), patience).toEqual(direct)
  const bypasses = `Push notifications to ${along.url} bypass the tap.`
  expect(await notesOf(tapping)).toContain(`${bypasses} The tap replaces no webhook over gRPC.`)
  expect((await tapping.client.taps.list())[0]?.notices).toEqual([bypasses])
  await fake.close()
})

async function notesOf({ engine }: TestWindow): Promise<readonly string[]> {
  await engine.taps.recorded()
  engine.record.flush()
  const { entries } = await engine.record.read({ after: 0, limit: 5_000, filter: { kinds: ['note'] } })
  return entries.flatMap((entry: Entry) => (entry.kind === 'note' ? [entry.text] : []))
}
