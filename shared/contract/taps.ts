// Taps: addresses on this machine behind which an agent is, and where what others say to it is recorded; and forward proxies, which do the
// same for all agents that a program calls through them.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxNameChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'

/** What the tap does to answers on purpose, and what its number is. */
export const tapFaultKinds = {
  delay: 'milliseconds before the response',
  jitter: 'milliseconds at most before each event',
  status: 'HTTP status in place of the response',
  'grpc-status': 'gRPC status in place of the response, over gRPC alone',
  cut: 'events before the connection is cut',
  malformed: 'number of the event that is cut in half',
  drop: 'number of the event that is left out',
  duplicate: 'number of the event that is sent twice',
  reorder: 'number of the event that is sent after the next',
  slow: 'bytes read each second',
} as const

const kinds = Object.keys(tapFaultKinds) as [TapFaultKind, ...TapFaultKind[]]
export type TapFaultKind = keyof typeof tapFaultKinds

export const tapFaultSchema = z
  .object({
    /** An operation or a method, as the console lists it; `*` is all but the card. */
    route: z.string().min(1).max(maxNameChars),
    kind: z.enum(kinds),
    /** A body that is no stream is its event 1. */
    value: z.int().min(1).max(1_000_000_000),
  })
  .refine(({ kind, value }) => kind !== 'status' || (value >= 200 && value <= 599), 'A status is 200 to 599.')
  .refine(({ kind, value }) => kind !== 'grpc-status' || value <= 16, 'A gRPC status is 1 to 16.')
export type TapFault = z.infer<typeof tapFaultSchema>

/** What a tap does with a card that is signed: one with its addresses moved can't keep its signature. */
export const signedCardChoices = ['rewritten', 'as-is'] as const
export type SignedCardChoice = (typeof signedCardChoices)[number]

/** Of one tap; more are refused. */
export const maxTapFaults = 20

export interface Tap {
  readonly id: string
  readonly kind: 'agent' | 'proxy'
  /** Of an agent's tap. */
  readonly agentId?: string
  /** What the agent is called. */
  readonly name: string
  /** `starting`: its agent's card is read. */
  readonly state: 'starting' | 'listening' | 'stopped'
  /** Why it could not be started. */
  readonly problem?: string
  /** Its own, also after a restart. */
  readonly port: number
  /** What it listens on: anything but a loopback address lets other machines call. */
  readonly host: string
  /** What to give to callers in place of the agent's address, or as their proxy; empty while it doesn't listen, as what follows is. */
  readonly address: string
  /** What it forwards to: nothing else. Of a proxy, what has been called through it; the first 20. */
  readonly origins: readonly string[]
  /** Calls it has taken since it was started. */
  readonly calls: number
  /** Of them, those by CONNECT, which are not read. */
  readonly tunnels: number
  /** Agents that it has added to the list. */
  readonly foundAgents: number
  /** Of the calls, those that go on. */
  readonly open: number
  /** Of the calls, those that were broken off or not passed on. */
  readonly failed: number
  /** Over which they arrived. */
  readonly connections: number
  /** The agent's calls of webhooks that callers named, passed on to these. */
  readonly pushes: number
  /** By their User-Agent, else their address; the first 20. */
  readonly callers: readonly string[]
  /** Where a caller names a webhook, the agent is given an address of the tap in its place. */
  readonly webhooks: boolean
  /** Until they are taken back or Parley ends. */
  readonly faults: readonly TapFault[]
  readonly signedCards: SignedCardChoice
  /** Its agent has a card that is signed. */
  readonly isSigned: boolean
  /** What bypasses it, or kept the card from being read, a sentence each. */
  readonly notices: readonly string[]
}

const idSchema = z.object({ id: z.string().max(maxIdChars) })

export const tapPlaceShape = {
  port: z.int().min(0).max(65_535).default(0),
  host: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
}

export const taps = {
  list: oc.output(type<readonly Tap[]>()),
  /** Reads the card and listens at this port or a free one, until it is stopped or Parley ends. A host but 127.0.0.1 lets other machines call. */
  start: oc
    .input(
      z.object({
        agentId: agentIdSchema,
        ...tapPlaceShape,
        signedCards: z.enum(signedCardChoices).default('rewritten'),
        webhooks: z.boolean().default(false),
      }),
    )
    .output(type<Tap>()),
  /** A proxy that forwards each request to where it says itself, over plain HTTP; what goes by CONNECT passes unread. */
  startProxy: oc.input(z.object(tapPlaceShape)).output(type<Tap>()),
  /** Opens one that was stopped, or could not be opened, at its port. */
  resume: oc.input(idSchema).output(type<Tap>()),
  /** Its calls are broken off; it stays in the list. */
  stop: oc.input(idSchema).output(type<{ readonly stopped: boolean }>()),
  /** In place of those it has. */
  setFaults: oc
    .input(idSchema.extend({ faults: z.array(tapFaultSchema).max(maxTapFaults) }))
    .output(type<Tap>()),
  /** From the next card that passes on. */
  setSignedCards: oc.input(idSchema.extend({ signedCards: z.enum(signedCardChoices) })).output(type<Tap>()),
  /** Of webhooks that callers name from now on; those that were named go on as they are. */
  setWebhooks: oc.input(idSchema.extend({ webhooks: z.boolean() })).output(type<Tap>()),
  /** At once; a window removes by `removals`. */
  remove: oc.input(idSchema).output(type<{ readonly removed: boolean }>()),
}
