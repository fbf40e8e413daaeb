// The webhook receiver, and the push configurations that agents get to call it. Tokens and credentials are passed in or
// generated here, and never returned.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { DialectId } from '../a2a/dialect.ts'
import {
  maxIdChars,
  maxNameChars,
  maxProtocolIdChars,
  maxTextChars,
  maxUrlChars,
  maxWordChars,
} from '../bounded.ts'
import { addressSchema, ofAgent } from './agents.ts'
import type { pushStandings } from './constants.ts'

const ipSchema = z.string().max(maxIdChars)
/** `http` or `https`, with a path if a proxy needs one, and nothing after it: the rest of the address is ours. */
const baseUrlSchema = z.url({ protocol: /^https?$/ }).max(maxUrlChars)

export const receiverSettingsSchema = z.object({
  /** The addresses of this machine to listen on. Anything but `loopback` makes it reachable from outside. */
  reach: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('loopback') }),
    z.object({ kind: z.literal('address'), address: ipSchema }),
    z.object({ kind: z.literal('all') }),
  ]),
  /** 0 takes the previous port when it is free, else any. */
  port: z.int().min(0).max(65_535),
  /** Where a tunnel or proxy makes the receiver reachable. */
  publicUrl: baseUrlSchema.optional(),
})
export type ReceiverSettings = z.infer<typeof receiverSettingsSchema>

/** For the answer to a webhook call that is delayed on purpose; a longer delay is refused. */
const maxHookDelayMs = 5 * 60_000

/** What the next calls are answered. */
export const answerPlanSchema = z.object({
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ok') }),
    z.object({ kind: z.literal('status'), status: z.int().min(400).max(599) }),
    z.object({ kind: z.literal('delay'), delayMs: z.int().min(1).max(maxHookDelayMs) }),
    z.object({ kind: z.literal('drop') }),
    z.object({ kind: z.literal('redirect'), status: z.literal([301, 302, 303, 307, 308]) }),
  ]),
  /** For this many calls; by default until it is changed. */
  calls: z.int().min(1).max(100_000).optional(),
})
export type AnswerPlan = z.infer<typeof answerPlanSchema>
export type PlannedAnswer = AnswerPlan['answer']

/** An address at which an agent in some place may reach the receiver. */
export interface ReceiverAddress {
  readonly baseUrl: string
  readonly from: 'this machine' | 'the network' | 'a container' | 'everywhere'
  /** Which agents it suits, as a sentence. */
  readonly sentence: string
  /** False when the receiver does not listen there now. */
  readonly listening: boolean
}

/** A request to a path without a configuration: stored apart, only the latest of them. */
export interface NoiseCall {
  readonly at: number
  readonly remoteAddress: string
  /** Its request line, shortened; empty when it was not HTTP. */
  readonly request: string
  readonly reason: string
}

export interface ReceiverState {
  readonly settings: ReceiverSettings
  readonly listening?: { readonly address: string; readonly port: number; readonly since: number }
  /** Why it does not listen, when it should. */
  readonly problem?: string
  /** What needs the user: open configurations that lead nowhere, calls that may have been missed. */
  readonly notices: readonly ReceiverNotice[]
  readonly addresses: readonly ReceiverAddress[]
  readonly configurations: readonly PushConfiguration[]
  readonly noise: { readonly total: number; readonly latest: readonly NoiseCall[] }
}

export interface ReceiverNotice {
  readonly kind: 'not-listening' | 'moved' | 'asleep'
  readonly sentence: string
}

export type PushStanding = (typeof pushStandings)[number]

export interface PushConfiguration {
  readonly id: string
  readonly agentId: string
  readonly taskId?: string
  readonly url: string
  /** The id at the agent. */
  readonly agentConfigId: string
  readonly token: boolean
  readonly scheme?: string
  readonly dialect?: DialectId
  readonly standing: PushStanding
  /** The agent's answer. */
  readonly sentence: string
  readonly exchangeId?: string
  readonly createdAt: number
  readonly answeredAt?: number
  /** From when on a call could be expected: not before the agent answered, nor before this machine last woke. */
  readonly silentSince: number
  readonly calls: number
  readonly firstCallAt?: number
  readonly lastCallAt?: number
  readonly plan: AnswerPlan
  readonly keys?: { readonly from: string; readonly count: number; readonly issuer?: string }
  /** Calls to its address do not arrive now. */
  readonly unreachable?: true
}

export interface SelfTest {
  readonly baseUrl: string
  readonly outcome: 'reached' | 'not-reached' | 'untestable'
  readonly sentence: string
  readonly exchangeId?: string
}

export interface Suspicion {
  readonly sentence: string
  /** How it was checked. */
  readonly checked: string
  readonly weight: 'certain' | 'likely' | 'possible'
  readonly remedy?: string
  readonly exchangeId?: string
}

export interface Diagnosis {
  readonly configId: string
  /** How long nothing has arrived. */
  readonly silentMs: number
  readonly settled: boolean
  /** Most likely first. */
  readonly suspicions: readonly Suspicion[]
}

/** A configuration as the agent lists it. */
export interface AgentPushConfig {
  readonly agentConfigId: string
  readonly url: string
  readonly token: boolean
  readonly scheme?: string
  /** Our configuration, if it is one. */
  readonly configId?: string
}

export interface AgentPushList {
  readonly exchangeId?: string
  readonly configs: readonly AgentPushConfig[]
  /** Why there is no list. */
  readonly problem?: string
}

const secretSchema = z
  .string()
  .min(1)
  .max(maxWordChars)
  .regex(/^[\x21-\x7e]+$/, 'only visible ASCII can cross in a header')

/** Options of a new configuration; by default token and credentials are generated here. */
export const pushOptionsSchema = z.object({
  agentConfigId: z
    .string()
    .min(1)
    .max(maxNameChars)
    .regex(/^[\w.~-]+$/, 'letters, digits and . _ ~ - only')
    .optional(),
  baseUrl: baseUrlSchema.optional(),
  /** `none` registers no token. */
  token: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('made') }),
      z.object({ kind: z.literal('typed'), token: secretSchema }),
      z.object({ kind: z.literal('none') }),
    ])
    .optional(),
  authentication: z
    .object({
      scheme: z
        .string()
        .min(1)
        .max(maxIdChars)
        .regex(/^[\w-]+$/, 'one word'),
      /** By default generated here; `null`: the scheme alone. */
      credentials: secretSchema.nullable().optional(),
    })
    .optional(),
})
export type PushOptions = z.infer<typeof pushOptionsSchema>

const task = ofAgent.extend({ taskId: z.string().min(1).max(maxProtocolIdChars) })
export const configIdSchema = z.string().min(1).max(maxIdChars)
const config = z.object({ configId: configIdSchema })

export const receiver = {
  state: oc.output(type<ReceiverState>()),
  /** Listens with these settings, or reports why it cannot; stores the settings. */
  start: oc.input(receiverSettingsSchema).output(type<ReceiverState>()),
  stop: oc.output(type<ReceiverState>()),
  /** Calls our own address by each possible route. */
  selfTest: oc.output(type<readonly SelfTest[]>()),
  clearNoise: oc.output(type<ReceiverState>()),
  /** The user has read that this machine slept. */
  dismissSleep: oc.output(type<ReceiverState>()),
}

export const push = {
  /** Creates a configuration to send with a message: the answer then names its task. */
  prepare: oc.input(ofAgent.extend({ options: pushOptionsSchema })).output(type<PushConfiguration>()),
  set: oc.input(task.extend({ options: pushOptionsSchema })).output(type<PushConfiguration>()),
  /** Reads it back from the agent. */
  get: oc.input(config).output(type<PushConfiguration>()),
  list: oc.input(task).output(type<AgentPushList>()),
  delete: oc.input(config).output(type<PushConfiguration>()),
  /** Deletes one that is not ours, by the agent's id. */
  deleteAtAgent: oc
    .input(task.extend({ agentConfigId: z.string().min(1).max(maxProtocolIdChars) }))
    .output(type<AgentPushList>()),
  /** Registers the same once more, at the current address and with new secrets. */
  offerAgain: oc.input(config).output(type<PushConfiguration>()),
  /** Later calls to its path have no configuration. */
  forget: oc.input(config).output(type<ReceiverState>()),
  answerWith: oc.input(config.extend({ plan: answerPlanSchema })).output(type<PushConfiguration>()),
  /** The keys that verify its JWTs. An address is the consent to fetch it. */
  useKeys: oc
    .input(
      config.extend({
        keys: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('address'), address: addressSchema }),
          z.object({ kind: z.literal('text'), text: z.string().min(1).max(maxTextChars) }),
          z.object({ kind: z.literal('none') }),
        ]),
        issuer: z.string().min(1).max(maxUrlChars).optional(),
      }),
    )
    .output(type<PushConfiguration>()),
  diagnose: oc.input(config).output(type<Diagnosis>()),
}
