// The forwarding of a tap or a proxy, and its recording. Each call is recorded in the session of its arrival.

import { Fault } from '#shared/contract/fault.ts'
import type { Tap } from '#shared/contract/taps.ts'
import type { Agents } from '../agents.ts'
import { guarded } from '../platform/guarded.ts'
import { listenProblem } from '../receiver/addresses.ts'
import type { SessionRecord } from '../store/record.ts'
import { brokenInside, type WireFailure } from '../wire/failure.ts'
import { createGrpc } from '../wire/grpc/grpc.ts'
import type { Judge } from '../wire/reading.ts'
import { Secrets } from '../wire/secrets.ts'
import { cardNotes } from './card-notices.ts'
import type { ForwardPlan, PassEvent, Passed, PassedCard } from './forward/messages.ts'
import type { Forwarding } from './forwarding.ts'
import {
  type AgentCalled,
  openTapExchange,
  type TapExchange,
  type TapExchangeDeps,
  type WholeTapRequest,
} from './tap-exchange.ts'
import type { WebhooksOfTap } from './webhooks/kept-webhooks.ts'
import { openTapPush } from './webhooks/tap-push.ts'

/** Programs or addresses listed as callers of a tap; the record has all. */
const maxTapCallers = 20

const unreadable: WireFailure = {
  failure: 'other',
  message:
    'What passed here and waited to be recorded couldn’t be read from the disk again, so the rest of this request isn’t known.',
}

// Calls through a tap whose secrets are searched in each other's responses; then the memory starts over.
const maxCallsOfSecrets = 10_000

export interface PassageDeps {
  readonly record: SessionRecord
  readonly judge: Judge
  readonly agents: Agents
  readonly currentSession: () => string
  readonly forwarding: Forwarding
  /** Of all listening taps, by port. */
  readonly hosts: Map<number, string>
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
}

interface Handlers {
  /** The agent of a call. */
  called(request: WholeTapRequest): AgentCalled
  readonly webhooks: WebhooksOfTap
  onCard(card: PassedCard): void
  /** Push notifications to this masked address bypass the tap. */
  onBypass(url: string): void
  /** Called before an event is recorded. */
  onPassed?(event: Passed, bytes: Buffer): void
  /** Forwarding has ended. */
  onGone(): void
}

export async function openPassage(
  { record, judge, currentSession, hosts, forwarding }: PassageDeps,
  plan: ForwardPlan,
  { called, webhooks, onCard, onBypass, onPassed, onGone }: Handlers,
) {
  const { port, host, profile, isProxy } = plan
  const counts = createTapCounts()
  let secrets = new Secrets()
  let address = ''
  const now = () => {
    if (counts.view().calls % maxCallsOfSecrets === 0) secrets = new Secrets()
    return { sessionId: currentSession(), secrets }
  }
  const grpc = createGrpc()
  const exchange = (request: WholeTapRequest) => ({
    ...{ grpc, record, judge, clock: forwarding.clock, profile, called: called(request) },
    ...{ tapAddress: address, isProxy, flow: forwarding.flow, webhooks, onBypass },
  })
  const passes = createTakenPasses({ exchange, now, counts, onCard, address: () => address })
  if (hosts.has(port))
    throw new Fault('conflict', `Another tap has port ${port}. Choose another, or leave the port to Parley.`)
  const take = (event: Passed, bytes: Buffer) => {
    passes.take(event, bytes)
    onPassed?.(event, bytes)
  }
  const gone = () => {
    hosts.delete(forwarded.port)
    onGone()
  }
  const forwarded = await forwarding.open(plan, { take, onGone: gone }).catch((error: unknown) => {
    if (error instanceof Fault) throw error
    throw new Fault('conflict', listenProblem(error, { port, reach: { kind: 'address', address: host } }))
  })
  address = forwarded.address
  hosts.set(forwarded.port, host)
  return {
    port: forwarded.port,
    address: (): string => address,
    view: (): Pick<Tap, 'calls' | 'open' | 'failed' | 'connections' | 'tunnels' | 'pushes' | 'callers'> => ({
      ...counts.view(),
      open: passes.open(),
    }),
    set: forwarded.set,
    /** Resolves once everything that passed is recorded. */
    async close(): Promise<void> {
      await forwarded.close()
      hosts.delete(forwarded.port)
    },
  }
}

// Records calls of one tap: each is an exchange, from its request to its end.

interface TakenPassesDeps {
  readonly exchange: (request: WholeTapRequest) => Omit<TapExchangeDeps, 'sessionId' | 'secrets'>
  /** The current session, and the memory of its secrets. */
  readonly now: () => Pick<TapExchangeDeps, 'sessionId' | 'secrets'>
  readonly counts: TapCounts
  onCard(card: PassedCard): void
  readonly address: () => string
}

interface RecordedPass {
  readonly begun: ReturnType<TakenPassesDeps['now']>
  isPush: boolean
  exchange?: TapExchange
}

function createTakenPasses({ exchange, now, counts, onCard, address }: TakenPassesDeps) {
  const passes = new Map<number, RecordedPass>()

  const opened = ({ begun }: RecordedPass, request: WholeTapRequest): TapExchange => {
    const deps = { ...exchange(request), ...begun }
    return request.push ? openTapPush(deps, request, request.push) : openTapExchange(deps, request)
  }
  const takeOf = (id: number, pass: RecordedPass, event: PassEvent, bytes: Buffer) => {
    switch (event.kind) {
      case 'begun':
        pass.isPush = event.isPush
        return event.isPush ? counts.countPush() : counts.countCall(event)
      case 'asked':
        pass.exchange = opened(pass, { ...event.asked, body: bytes })
        return undefined
      case 'head':
        return pass.exchange?.head(event.head)
      case 'bytes':
        return pass.exchange?.chunk(bytes)
      case 'note':
        return pass.exchange?.note(event.text)
      case 'card':
        onCard(event.card)
        for (const note of cardNotes(event.card)) pass.exchange?.note(note)
        return undefined
      case 'end':
        passes.delete(id)
        return pass.exchange?.end(event.reason, event.trailers)
      case 'fail':
        passes.delete(id)
        if (!pass.isPush) counts.countFailure()
        return pass.exchange?.fail(event.failure)
    }
  }
  const passOf = (id: number, event: PassEvent): RecordedPass | undefined => {
    if (event.kind === 'begun') passes.set(id, { begun: now(), isPush: false })
    return passes.get(id)
  }
  const takeInTurn = guarded(
    'tap passing',
    (id: number, event: PassEvent, bytes: Buffer) => {
      const pass = passOf(id, event)
      if (pass) takeOf(id, pass, event, bytes)
    },
    // Forwarding continues; the rest of the call is not recorded.
    (error, [id]) => passes.get(id)?.exchange?.fail(brokenInside(error)),
  )

  return {
    take(event: Passed, bytes: Buffer) {
      if ('pass' in event) return takeInTurn(event.pass, event, bytes)
      if (event.kind === 'broken') return refused(event.caller, event.message)
      if (event.kind !== 'lost') return undefined
      for (const { exchange } of passes.values()) exchange?.fail(unreadable)
      passes.clear()
      return undefined
    },
    /** Open calls, without webhooks. */
    open: (): number => [...passes.values()].filter(({ isPush }) => !isPush).length,
  }

  function refused(caller: string, message: string): void {
    const request = {
      method: '',
      url: address(),
      headers: [],
      body: Buffer.alloc(0),
      seenBytes: 0,
      caller,
    }
    openTapExchange({ ...exchange(request), ...now() }, request).fail({ failure: 'bad-http', message })
  }
}

// Counts of a tap since it was opened, and its callers.

type TapCounts = ReturnType<typeof createTapCounts>

function createTapCounts() {
  const callers = new Set<string>()
  const counts = { calls: 0, connections: 0, failed: 0, tunnels: 0, pushes: 0 }
  return {
    countCall({
      isNewConnection,
      program,
      isTunnel,
    }: Pick<Extract<PassEvent, { kind: 'begun' }>, 'isNewConnection' | 'program' | 'isTunnel'>): void {
      counts.calls += 1
      if (isTunnel) counts.tunnels += 1
      if (isNewConnection) counts.connections += 1
      if (callers.size < maxTapCallers) callers.add(program)
    },
    countFailure(): void {
      counts.failed += 1
    },
    countPush(): void {
      counts.pushes += 1
    },
    view: (): Pick<Tap, 'calls' | 'connections' | 'failed' | 'tunnels' | 'pushes' | 'callers'> => ({
      ...counts,
      callers: [...callers],
    }),
  }
}
