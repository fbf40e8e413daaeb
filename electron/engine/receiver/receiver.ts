// The webhook receiver: off by default, listens where configured, and reports what makes it unreachable. Calls are
// recorded; none of them triggers an action.

import { randomBytes } from 'node:crypto'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type {
  NoiseCall,
  ReceiverAddress,
  ReceiverNotice,
  ReceiverSettings,
  ReceiverState,
  SelfTest,
} from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { bareHost } from '#shared/url.ts'
import { type Clock, systemClock, type TimeSource } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import type { JsonFile } from '../platform/json-files.ts'
import { isLoopback, type OwnPorts } from '../platform/net.ts'
import { createTurns } from '../platform/queue.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire, WireFailure } from '../wire/wire.ts'
import { listenProblem, type NetworkAddress, ownAddresses, receiverAddresses } from './addresses.ts'
import { type Configurations, type ReceiverFile, type StoredConfig, viewOf } from './configurations.ts'
import { type HookReply, type HookServer, type Noise, openHookServer } from './hook-server.ts'
import type { HookCall } from './read-call-body.ts'
import { createTakeCall, type TakeCallDeps } from './take-call.ts'

/** Between two looks at the clock, which find out whether the computer slept. */
const sleepCheckMs = 5_000
/** Longer than the delay of a busy process. */
const sleepMs = 30_000

/** Time for the receiver's call to itself; the self-test reports that it timed out. */
const maxSelfTestMs = 4_000

/** The latest calls to no configuration that "Unmatched" lists; all are counted above them. */
const maxNoiseCalls = 100
/** Of the request line of such a call, which then ends in "…". */
const maxNoiseChars = 300

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
  const open = (requested: ReceiverSettings, onPort: number): Promise<HookServer> => {
    const { reach } = requested
    const host = reach.kind === 'all' ? undefined : reach.kind === 'address' ? reach.address : '127.0.0.1'
    return openHookServer({
      host,
      port: onPort,
      clock,
      serves: (url) => configurations.byPath(url) !== undefined || selfTest.answers(url) !== undefined,
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
    const host = bareHost(URL.parse(url)?.hostname ?? '')
    // An address of this machine that it no longer has: the configuration's port is outdated. Any other host may be a tunnel.
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
    start: (requested: ReceiverSettings): Promise<ReceiverState> => listening.start(requested).then(state),
    stop: (): Promise<ReceiverState> => listening.stop().then(state),
    selfTest: (): Promise<readonly SelfTest[]> => selfTest.run(addresses()),
    /** Whether a call to this address, from this machine, arrives here. */
    async callOwn(baseUrl: string): Promise<SelfTest> {
      const receiverAddress = addresses().find((address) => address.baseUrl === baseUrl)
      return selfTest.through(
        receiverAddress ?? { baseUrl, from: 'everywhere', sentence: '', listening: true },
      )
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

/** The open server, if any. Starts and stops run in sequence. */
function createListening(
  open: (requested: ReceiverSettings, port: number) => Promise<HookServer>,
  { file, ownPorts, clock }: Pick<ReceiverDeps, 'file' | 'ownPorts'> & { readonly clock: Clock },
) {
  let server: HookServer | undefined
  let disown: () => void = () => undefined
  let since = 0
  let problem: string | undefined
  const inTurn = createTurns()
  /** Prefers the last port, which agents have in their configurations. */
  const listen = async (requested: ReceiverSettings): Promise<HookServer> => {
    const { lastPort } = file.value()
    if (requested.port !== 0 || lastPort === undefined) return open(requested, requested.port)
    return open(requested, lastPort).catch(() => open(requested, 0))
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
    start: (requested: ReceiverSettings): Promise<void> =>
      inTurn(async () => {
        await shut()
        await file.write({ ...file.value(), settings: requested })
        try {
          server = await listen(requested)
        } catch (error) {
          problem = listenProblem(error, requested)
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

/** Calls without a configuration: counted, with the latest listed. Not recorded, so that a flood can't fill the record. */
export function createNoise(mask: (text: string) => string, now: () => number) {
  let total = 0
  let latest: readonly NoiseCall[] = []
  return {
    add({ remoteAddress, request, reason }: Noise): void {
      total += 1
      const shown = shorten(mask(request), maxNoiseChars)
      latest = [...latest.slice(1 - maxNoiseCalls), { at: now(), remoteAddress, request: shown, reason }]
    },
    clear(): void {
      total = 0
      latest = []
    },
    state: () => ({ total, latest }),
  }
}

// Calls each of our own addresses as an agent would, and checks whether the call arrives.

interface SelfTestDeps {
  readonly wire: Pick<Wire, 'request'>
  readonly currentSession: () => string
}

function createSelfTest({ wire, currentSession }: SelfTestDeps) {
  const open = new Set<string>()

  async function through(address: ReceiverAddress): Promise<SelfTest> {
    const { baseUrl, from } = address
    if (from === 'a container') {
      const sentence = 'Only a container can tell: the name exists in there alone.'
      return { baseUrl, outcome: 'untestable', sentence }
    }
    if (!address.listening) {
      return { baseUrl, outcome: 'not-reached', sentence: 'The receiver does not listen there now.' }
    }
    const nonce = randomBytes(24).toString('base64url')
    open.add(nonce)
    try {
      const sent = wire.request({
        sessionId: currentSession(),
        purpose: 'probe',
        method: 'GET',
        url: `${baseUrl}/self-test/${nonce}`,
        label: `GET ${baseUrl}/self-test`,
        streaming: false,
        profile: { maxRedirects: 0 },
        signal: AbortSignal.timeout(maxSelfTestMs),
      })
      const outcome = await sent.done
      const { exchangeId } = sent
      if (outcome.kind === 'failure') {
        return { baseUrl, outcome: 'not-reached', sentence: failureSentence(outcome.failure), exchangeId }
      }
      const answered = outcome.kind === 'body' && Buffer.from(outcome.body).toString('utf8') === nonce
      if (answered) return { baseUrl, outcome: 'reached', sentence: 'The call arrived.', exchangeId }
      const status = outcome.kind === 'body' ? outcome.status : outcome.httpStatus
      const sentence = `Another server answered there, with ${status}: the address does not lead to Parley.`
      return { baseUrl, outcome: 'not-reached', sentence, exchangeId }
    } finally {
      open.delete(nonce)
    }
  }

  return {
    /** The response to a call of the self-test; undefined for others. */
    answers(url: string): string | undefined {
      const nonce = /\/self-test\/([\w-]{32})$/.exec(url)?.[1]
      return nonce !== undefined && open.has(nonce) ? nonce : undefined
    },
    through,
    run: (addresses: readonly ReceiverAddress[]): Promise<readonly SelfTest[]> =>
      Promise.all(addresses.map(through)),
  }
}

function failureSentence({ failure, message }: WireFailure): string {
  switch (failure) {
    case 'refused':
      return 'Nothing is listening there.'
    case 'aborted':
    case 'connect-timeout':
    case 'first-byte-timeout':
      return 'No response in time: a firewall may be in between.'
    default:
      return message
  }
}

// Detects that this machine slept or that its clock was set. Calls sent meanwhile were lost.

interface Sleep {
  readonly from: number
  readonly to: number
}

export function createSleepWatch(clock: TimeSource) {
  let lastMs = clock.wallMs()
  let sleep: Sleep | undefined
  let wokeAt: number | undefined
  const look = () => {
    const now = clock.wallMs()
    if (now - lastMs > sleepMs) {
      sleep = { from: lastMs, to: now }
      wokeAt = now
    }
    lastMs = now
  }
  const timer = setInterval(guarded('sleep watch', look), sleepCheckMs).unref()
  return {
    /** The last unread one, after a check now. */
    last(): Sleep | undefined {
      look()
      return sleep
    },
    wokeAt(): number | undefined {
      look()
      return wokeAt
    },
    dismiss(): void {
      sleep = undefined
    },
    close: (): void => clearInterval(timer),
  }
}
