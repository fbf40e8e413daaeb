// Traces of what is recorded, sent to an OpenTelemetry endpoint during the recording: off until the user enters one.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxListed, maxUrlChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { type ClientCertificateView, clientCertificateSchema, type SecretState } from './access.ts'
import { networkSchema } from './connection-settings.ts'

/** Sent with each request; without a value, the stored one stays. */
const headerSchema = z.object({
  name: z.string().min(1).max(maxWordChars),
  value: z.string().min(1).max(maxValueChars).optional(),
})

/** The part of an agent's connection settings that applies to an endpoint. */
const routeSchema = networkSchema.pick({ acceptInvalidCertificate: true, caPem: true, proxyUrl: true })

export const traceTargetSchema = z.object({
  /** Of a Collector or a trace store; `/v1/traces` is added where it has no path. */
  endpoint: z.string().max(maxUrlChars),
  format: z.enum(['protobuf', 'json']),
  headers: z.array(headerSchema).max(maxListed),
  network: routeSchema.exactOptional(),
})
export type TraceTarget = z.infer<typeof traceTargetSchema>

export interface TraceSettings extends Omit<TraceTarget, 'headers'> {
  readonly enabled: boolean
  readonly headers: readonly { readonly name: string; readonly secret: SecretState }[]
}

/** State since this start of Parley. */
export interface TraceSending {
  readonly state: 'off' | 'waiting' | 'sending' | 'retrying'
  readonly sentSpans: number
  /** Refused by the endpoint. */
  readonly rejectedSpans: number
  /** Calls that were deleted before they were sent. */
  readonly missedCalls: number
  /** Recorded entries that are not processed yet. */
  readonly entriesBehind: number
  /** The endpoint's certificate isn't valid, and was accepted by the settings. */
  readonly uncheckedCertificate?: true
  readonly lastSentAt?: number
  readonly lastError?: { readonly at: number; readonly message: string }
}

export const traces = {
  settings: oc.output(type<TraceSettings>()),
  configure: oc.input(traceTargetSchema.extend({ enabled: z.boolean() })).output(type<TraceSettings>()),
  /** Sends one span to the configured endpoint, even while it is off. */
  test: oc.output(type<{ readonly accepted: boolean; readonly message: string }>()),
  follow: oc.output(eventIterator(type<TraceSending>())),
  clientCertificate: oc.output(type<ClientCertificateView>()),
  /** Sent to the endpoint only; `null` removes it. */
  setClientCertificate: oc
    .input(z.object({ certificate: clientCertificateSchema.nullable() }))
    .output(type<ClientCertificateView>()),
}
