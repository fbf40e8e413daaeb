// Taps: addresses on this machine that forward to an agent and record the calls of others; and forward proxies, which do the
// same for all agents that a program calls through them.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxNameChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'

/** Faults that a tap inserts on purpose, with the meaning of `value`. */
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
    /** An operation or a method, as in the console; `*` is everything except the card. */
    route: z.string().min(1).max(maxNameChars),
    kind: z.enum(kinds),
    /** A body that is not a stream is its event 1. */
    value: z.int().min(1).max(1_000_000_000),
  })
  .refine(({ kind, value }) => kind !== 'status' || (value >= 200 && value <= 599), 'A status is 200 to 599.')
  .refine(({ kind, value }) => kind !== 'grpc-status' || value <= 16, 'A gRPC status is 1 to 16.')
export type TapFault = z.infer<typeof tapFaultSchema>

/** What a tap does with a signed card, whose signature breaks when its addresses change. */
export const signedCardChoices = ['rewritten', 'as-is'] as const
export type SignedCardChoice = (typeof signedCardChoices)[number]

/** Of one tap; more are refused. */
export const maxTapFaults = 20

export interface Tap {
  readonly id: string
  readonly kind: 'agent' | 'proxy'
  /** Of an agent's tap. */
  readonly agentId?: string
  /** The name of the agent. */
  readonly name: string
  /** `starting`: reads its agent's card. */
  readonly state: 'starting' | 'listening' | 'stopped'
  /** Why it could not be started. */
  readonly problem?: string
  /** Its port, also after a restart. */
  readonly port: number
  /** The address it listens on: anything but a loopback address lets other machines call. */
  readonly host: string
  /** What callers use in place of the agent's address, or as their proxy; empty while it doesn't listen, as are the following members. */
  readonly address: string
  /** The origins it forwards to. For a proxy, those called through it, the first 20. */
  readonly origins: readonly string[]
  /** Calls since it was started. */
  readonly calls: number
  /** Calls by CONNECT, which are not read. */
  readonly tunnels: number
  /** Agents that it has added to the list. */
  readonly foundAgents: number
  /** Calls that are still open. */
  readonly open: number
  /** Calls that broke off or were not forwarded. */
  readonly failed: number
  /** Connections of its callers. */
  readonly connections: number
  /** The agent's calls of its callers' webhooks, which were forwarded. */
  readonly pushes: number
  /** By their User-Agent, else their address; the first 20. */
  readonly callers: readonly string[]
  /** Replaces webhooks of callers by addresses of the tap. */
  readonly webhooks: boolean
  /** Until they are reset or Parley ends. */
  readonly faults: readonly TapFault[]
  readonly signedCards: SignedCardChoice
  /** Its agent has a signed card. */
  readonly isSigned: boolean
  /** What bypasses it, or prevented reading the card, a sentence each. */
  readonly notices: readonly string[]
}

const idSchema = z.object({ id: z.string().max(maxIdChars) })

export const tapPlaceShape = {
  port: z.int().min(0).max(65_535).default(0),
  host: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
}

export const taps = {
  list: oc.output(type<readonly Tap[]>()),
  /**
   * Reads the card and listens at this port or a free one, until it is stopped or Parley ends. A host other than 127.0.0.1 lets
   * other machines call.
   */
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
  /** A proxy that forwards each request to its own target, over plain HTTP; CONNECT is forwarded unread. */
  startProxy: oc.input(z.object(tapPlaceShape)).output(type<Tap>()),
  /** Starts one that was stopped, or could not be started, at its port. */
  resume: oc.input(idSchema).output(type<Tap>()),
  /** Breaks off its calls; it stays in the list. */
  stop: oc.input(idSchema).output(type<{ readonly stopped: boolean }>()),
  /** Replaces its faults. */
  setFaults: oc
    .input(idSchema.extend({ faults: z.array(tapFaultSchema).max(maxTapFaults) }))
    .output(type<Tap>()),
  /** Applies from the next forwarded card on. */
  setSignedCards: oc.input(idSchema.extend({ signedCards: z.enum(signedCardChoices) })).output(type<Tap>()),
  /** Applies to webhooks that callers register from now on; earlier ones continue unchanged. */
  setWebhooks: oc.input(idSchema.extend({ webhooks: z.boolean() })).output(type<Tap>()),
  /** Immediate; a window uses `removals`. */
  remove: oc.input(idSchema).output(type<{ readonly removed: boolean }>()),
}
