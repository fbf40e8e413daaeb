// The addresses of the receiver, access to them, and the errors when it can't open.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReceiverSettings } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { openReceiving, type Receiving } from '#testing/engine/open-receiving.ts'
import { rawPost } from '#testing/engine/raw-request.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { createJudge } from '../judge.ts'
import { systemClock } from '../platform/clock.ts'
import { createOwnPorts } from '../platform/net.ts'
import { createWire } from '../wire/wire.ts'
import { baseUrlFor, listenProblem, receiverAddresses } from './addresses.ts'
import { createConfigurations, openReceiverFile } from './configurations.ts'
import { createReceiver, createSleepWatch } from './receiver.ts'

const settings = (reach: ReceiverSettings['reach'], publicUrl?: string): ReceiverSettings => ({
  reach,
  port: 0,
  ...defined({ publicUrl }),
})
const own = [
  { address: '127.0.0.1', family: 'IPv4', internal: true },
  { address: '10.0.0.5', family: 'IPv4', internal: false },
  { address: 'fd00::5', family: 'IPv6', internal: false },
  { address: 'fe80::1', family: 'IPv6', internal: false },
] as const

describe('addresses to give', () => {
  it.each([
    ['loopback alone', settings({ kind: 'loopback' }), '127.0.0.1 host.docker.internal'],
    ['one of the network', settings({ kind: 'address', address: '10.0.0.5' }), '10.0.0.5'],
    ['all', settings({ kind: 'all' }), '127.0.0.1 10.0.0.5 [fd00::5] host.docker.internal'],
    [
      'a public one besides',
      settings({ kind: 'loopback' }, 'https://tunnel.example/x/'),
      'https://tunnel.example/x 127.0.0.1 host.docker.internal',
    ],
  ])('listening on %s', (_, requested, listening) => {
    const all = receiverAddresses(requested, 80, own)
    const shown = all
      .filter((address) => address.listening)
      .map(({ baseUrl }) => baseUrl.replace(/^http:\/\/|:80$/g, ''))
    expect(shown.join(' ')).toBe(listening)
  })

  it.each([
    ['an agent on this machine', 'http://127.0.0.1:9/', 'http://127.0.0.1:80'],
    ['an agent of the network', 'http://10.0.0.9/', 'http://10.0.0.5:80'],
    ['an agent elsewhere', 'https://agent.example/', 'https://tunnel.example'],
  ])('%s is given the one that suits it', (_, agentUrl, baseUrl) => {
    const all = receiverAddresses(settings({ kind: 'all' }, 'https://tunnel.example'), 80, own)
    expect(baseUrlFor(all, agentUrl)).toBe(baseUrl)
  })
})

it.each([
  ['EADDRINUSE', { kind: 'loopback' }, /^Port 80 is taken by another program\./],
  ['EACCES', { kind: 'loopback' }, /^Port 80 may not be used by this user\. Choose one above 1023/],
  [
    'EADDRNOTAVAIL',
    { kind: 'address', address: '10.9.9.9' },
    /^10\.9\.9\.9 is no longer an address of this machine\./,
  ],
  ['EMFILE', { kind: 'all' }, /^The receiver could not be opened\. no more files/],
] as const)('%s has its sentence', (code, reach, sentence) => {
  const error = Object.assign(new Error('no more files'), { code })
  expect(listenProblem(error, { reach, port: 80 })).toMatch(sentence)
})

it('a sleep is noticed by the clock that went on, until it was read of', () => {
  let now = 1_000_000
  const watch = createSleepWatch({ ...systemClock, wallMs: () => now })
  now += 20_000
  expect(watch.last()).toBeUndefined()
  now += 600_000
  expect(watch.last()).toEqual({ from: 1_020_000, to: 1_620_000 })
  watch.dismiss()
  now += 5_000
  // The notice was read, but the time of waking still explains missing calls.
  expect([watch.last(), watch.wokeAt()]).toEqual([undefined, 1_620_000])
  watch.close()
})

describe('a receiver', () => {
  let at: Receiving

  beforeEach(async () => {
    at = await openReceiving(await agent({ dialect: '1.0' }))
  })
  afterEach(() => at.close())

  it('on a machine that slept says so, until it was read of', async () => {
    let now = new Date(2026, 0, 5, 13).getTime()
    const clock = { ...systemClock, wallMs: () => now }
    const { record } = at.window.engine
    const judge = createJudge()
    const wire = createWire({ record, judge })
    const file = await openReceiverFile(at.window.dataDir)
    const configurations = createConfigurations(file)
    const ownPorts = createOwnPorts()
    const receiver = createReceiver({
      ...{ wire, record, judge, file, configurations, ownPorts, clock },
      currentSession: () => '',
    })
    now += 90 * 60_000
    expect(receiver.state().notices).toEqual([
      {
        kind: 'asleep',
        sentence:
          'This computer slept from 13:00:00 to 14:30:00, or its clock was set: calls sent meanwhile did not arrive, and few agents send them again.',
      },
    ])
    expect(receiver.dismissSleep().notices).toEqual([])
    await receiver.close()
    wire.close()
  })

  it('finds its own calls through every address when it listens on all', async () => {
    await at.window.client.receiver.start(settings({ kind: 'all' }))
    const tests = await at.window.client.receiver.selfTest()
    expect(new Set(tests.map(({ outcome, sentence }) => `${outcome}: ${sentence}`))).toEqual(
      new Set([
        'reached: The call arrived.',
        'untestable: Only a container can tell: the name exists in there alone.',
      ]),
    )
  })

  it('does not call where it does not listen', async () => {
    await at.window.client.receiver.start(settings({ kind: 'address', address: '::1' }))
    const [near] = await at.window.client.receiver.selfTest()
    expect([near?.outcome, near?.sentence]).toEqual([
      'not-reached',
      'The receiver does not listen there now.',
    ])
  })

  it('tells another program at the public address from itself', async () => {
    await at.window.client.receiver.start(settings({ kind: 'loopback' }, at.agentUrl))
    const [there] = await at.window.client.receiver.selfTest()
    expect([there?.outcome, there?.sentence]).toEqual([
      'not-reached',
      'Another server answered there, with 404: the address does not lead to Parley.',
    ])
  })

  it('takes calls over IPv6, behind a proxy’s path too', async () => {
    const { listening } = await at.window.client.receiver.start(settings({ kind: 'address', address: '::1' }))
    const base = `http://[::1]:${listening?.port}`
    const options = { baseUrl: `${base}/behind/a/proxy` }
    const { id, url } = await at.window.client.push.prepare({ agentId: at.agentId, options })
    expect((await rawPost(url, '{}')).status).toBe(200)
    expect((await at.window.engine.push.receiver.callOwn(base)).outcome).toBe('reached')
    const [config] = (await at.window.client.receiver.state()).configurations
    expect([config?.id, config?.calls]).toEqual([id, 1])
  })

  it('says which configurations lead nowhere after it moved to another address of the same port', async () => {
    const first = await at.window.client.receiver.start(settings({ kind: 'loopback' }))
    const port = first.listening?.port ?? 0
    await at.window.client.push.prepare({ agentId: at.agentId, options: {} })
    const moved = await at.window.client.receiver.start({ reach: { kind: 'address', address: '::1' }, port })
    expect(moved.configurations.map(({ unreachable }) => unreachable)).toEqual([true])
    const back = await at.window.client.receiver.start({ reach: { kind: 'loopback' }, port })
    expect(back.configurations.map(({ unreachable }) => unreachable)).toEqual([undefined])
  })
})
