// The webhook receiver: off until it is asked for, listening where it was told, and open about what keeps it from being
// reached. What comes in is recorded; nothing that comes in makes it act.

import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { ReceiverNotice, ReceiverSettings, ReceiverState, SelfTest } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createTurns } from '../in-turn.ts'
import { isLoopback } from '../is-loopback.ts'
import type { JsonFile } from '../json-file.ts'
import type { OwnPorts } from '../own-ports.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { type NetworkAddress, ownAddresses, receiverAddresses } from './addresses.ts'
import { type Configurations, viewOf } from './configurations.ts'
import { type HookReply, type HookServer, openHookServer } from './hook-server.ts'
import { listenProblem } from './listen-problem.ts'
import { createNoise } from './noise.ts'
import type { HookCall } from './read-call-body.ts'
import { createSelfTest } from './self-test.ts'
import { createSleepWatch } from './sleep-watch.ts'
import type { ReceiverFile, StoredConfig } from './stored.ts'
import { createTakeCall, type TakeCallDeps } from './take-call.ts'

export interface ReceiverDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly judge: TakeCallDeps['judge']
  readonly currentSession: () => string
  readonly file: JsonFile<ReceiverFile>
  readonly configurations: Configurations
  readonly ownPorts: OwnPorts
  readonly clock?: Clock
  readonly own?: () => readonly NetworkAddress[]
}

export type Receiver = ReturnType<typeof createReceiver>

export function createReceiver(deps: ReceiverDeps) {
  const { wire, currentSession, file, configurations, ownPorts } = deps
  const clock = deps.clock ?? systemClock
  const own = deps.own ?? ownAddresses
  const noise = createNoise(wire.mask.text, clock.wallMs)
  const sleep = createSleepWatch(clock)
  const selfTest = createSelfTest({ wire, currentSession })
  const take = createTakeCall({ ...deps, mask: wire.mask, clock })
  const settings = () => file.value().settings
  const port = () => listening.server()?.port ?? file.value().lastPort ?? settings().port
  const addresses = () => receiverAddresses(settings(), port(), own())

  const onCall = (call: HookCall): HookReply | Promise<HookReply> => {
    const echo = selfTest.answers(call.url)
    if (echo === undefined) return take(call)
    const headers = [
      ['Content-Type', 'text/plain'],
      ['Content-Length', String(echo.length)],
    ] as const
    return { kind: 'answer', status: 200, headers, body: echo }
  }
  const open = (wanted: ReceiverSettings, onPort: number): Promise<HookServer> => {
    const { reach } = wanted
    const host = reach.kind === 'all' ? undefined : reach.kind === 'address' ? reach.address : '127.0.0.1'
    return openHookServer({
      host,
      port: onPort,
      clock,
      knows: (url) => configurations.byPath(url) !== undefined || selfTest.answers(url) !== undefined,
      onCall,
      onNoise: noise.add,
    })
  }
  const listening = createListening(open, { file, ownPorts, clock })

  const isListening = () => listening.server() !== undefined
  const isReachable = ({ url }: StoredConfig): boolean => {
    if (!isListening()) return false
    const ours = addresses().find(({ baseUrl }) => url.startsWith(`${baseUrl}/`))
    if (ours) return ours.listening
    const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '')
    // Of this machine, and not among those of now: an earlier port. Anywhere else a tunnel may stand.
    return !isLoopback(host) && own().every(({ address }) => address !== host)
  }
  const astrayNotices = (): readonly ReceiverNotice[] => {
    const astray = configurations
      .list()
      .filter((config) => mayBeCalled(config) && !isReachable(config)).length
    return astray === 0 ? [] : [isListening() ? moved(astray) : notListening(astray)]
  }
  const view = (config: StoredConfig) => viewOf(config, isReachable(config), sleep.wokeAt())
  const state = (): ReceiverState => ({
    settings: settings(),
    ...listening.facts(),
    notices: [...astrayNotices(), ...asleep(sleep.last())],
    addresses: addresses(),
    configurations: configurations.list().map((config) => view(config)),
    noise: noise.state(),
  })
  return {
    state,
    start: (wanted: ReceiverSettings): Promise<ReceiverState> => listening.start(wanted).then(state),
    stop: (): Promise<ReceiverState> => listening.stop().then(state),
    selfTest: (): Promise<readonly SelfTest[]> => selfTest.run(addresses()),
    /** Whether a call to one address comes here, from this machine. */
    async callOwn(baseUrl: string): Promise<SelfTest> {
      const known = addresses().find((address) => address.baseUrl === baseUrl)
      return selfTest.through(known ?? { baseUrl, from: 'everywhere', sentence: '', listening: true })
    },
    clearNoise(): ReceiverState {
      noise.clear()
      return state()
    },
    dismissSleep(): ReceiverState {
      sleep.dismiss()
      return state()
    },
    addresses,
    isListening,
    /** When this machine last woke. */
    wokeAt: sleep.wokeAt,
    view,
    async close(): Promise<void> {
      sleep.close()
      await listening.stop()
      await configurations.close()
    },
  }
}

/** What listens, if anything does. Starting and stopping take turns. */
function createListening(
  open: (wanted: ReceiverSettings, port: number) => Promise<HookServer>,
  { file, ownPorts, clock }: Pick<ReceiverDeps, 'file' | 'ownPorts'> & { readonly clock: Clock },
) {
  let server: HookServer | undefined
  let disown: () => void = () => undefined
  let since = 0
  let problem: string | undefined
  const inTurn = createTurns()
  /** A free port is first looked for where agents were told to call. */
  const listen = async (wanted: ReceiverSettings): Promise<HookServer> => {
    const { lastPort } = file.value()
    if (wanted.port !== 0 || lastPort === undefined) return open(wanted, wanted.port)
    return open(wanted, lastPort).catch(() => open(wanted, 0))
  }
  const shut = async () => {
    const before = server
    server = undefined
    problem = undefined
    disown()
    await before?.close()
  }
  return {
    server: () => server,
    facts: (): Pick<ReceiverState, 'listening' | 'problem'> => ({
      ...(server && { listening: { address: server.address, port: server.port, since } }),
      ...defined({ problem }),
    }),
    start: (wanted: ReceiverSettings): Promise<void> =>
      inTurn(async () => {
        await shut()
        await file.write({ ...file.value(), settings: wanted })
        try {
          server = await listen(wanted)
        } catch (error) {
          problem = listenProblem(error, wanted)
          return
        }
        disown = ownPorts.add(server.port)
        since = clock.wallMs()
        await file.write({ ...file.value(), lastPort: server.port })
      }),
    stop: (): Promise<void> => inTurn(shut),
  }
}

function notListening(count: number): ReceiverNotice {
  const sentence = `${configurationsOf(count)} with agents lead here, but the receiver is off: calls are lost until it is on.`
  return { kind: 'not-listening', sentence: count === 1 ? sentence.replace('lead', 'leads') : sentence }
}

function moved(count: number): ReceiverNotice {
  const sentence = `${configurationsOf(count)} with agents ${count === 1 ? 'leads' : 'lead'} to an address where Parley no longer listens. Offer ${count === 1 ? 'it' : 'them'} again.`
  return { kind: 'moved', sentence }
}

function asleep(
  slept: { readonly from: number; readonly to: number } | undefined,
): readonly ReceiverNotice[] {
  if (!slept) return []
  const [start, end] = [slept.from, slept.to].map((at) => new Date(at).toLocaleTimeString('en-GB'))
  const sentence = `This computer slept from ${start} to ${end}, or its clock was set: calls sent meanwhile did not arrive, and few agents send them again.`
  return [{ kind: 'asleep', sentence }]
}

function configurationsOf(count: number): string {
  return count === 1 ? 'One configuration' : `${count} configurations`
}
