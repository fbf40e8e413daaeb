// Detects the dialect of an agent by a call without effects: a request for an unknown task.

import { randomUUID } from 'node:crypto'
import { combine, type Detection, detectFromReply } from '#shared/a2a/detect.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { type Probe, probeCalls } from '#shared/a2a/sample-operation.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { ProbeAnswer, ProbeCall } from '#shared/contract/card-questions.ts'
import { defined } from '#shared/defined.ts'
import type { AccessService } from '../access/access.ts'
import { callLabelOf } from '../wire/build-request.ts'
import type { Outcome, Wire } from '../wire/wire.ts'
import { outcomeWords } from './outcome-words.ts'

interface ProbeDeps {
  readonly wire: Wire
  readonly access: AccessService
  readonly currentSession: () => string
}

export type ProbedInterface = Pick<Connection, 'interface' | 'dialect' | 'binding'>

/** `declared` is the connection that the card would have selected; its URL as in the card. */
export async function probeAgent(
  { wire, access, currentSession }: ProbeDeps,
  agentId: string,
  probed: ProbedInterface,
  declared: ProbedInterface,
  signal?: AbortSignal,
): Promise<ProbeAnswer> {
  const calls: ProbeCall[] = []
  const detections: Detection[] = []
  const taskId = randomUUID()
  const { url, tenant } = probed.interface
  for (const probe of probeCalls(taskId, probed.binding, defined({ tenant }))) {
    const { use, ...credentials } = await access.attach(agentId, url, probed.binding)
    const call = wire.call({
      sessionId: currentSession(),
      agentId,
      purpose: 'probe',
      url,
      dialect: dialectOf(probe.dialect),
      operation: { kind: 'get', taskId },
      call: probe.call,
      ...credentials,
      ...defined({ signal }),
    })
    const outcome = await call.done
    const detection = detect(probe, outcome)
    detections.push(detection)
    calls.push({
      label: callLabelOf(probe.call),
      dialect: probe.dialect,
      exchangeId: call.exchangeId,
      outcome: wire.mask.text(outcomeWords(outcome, 'a result', { withCode: true })),
      credentials: use,
      evidence: detection.evidence.map(({ pointer, what, speaks }) => ({ pointer, sentence: what, speaks })),
    })
    if (outcome.kind === 'failure') break
  }
  return { ...conclude(combine(...detections), probed, declared, calls), calls }
}

function detect(probe: Probe, outcome: Outcome): Detection {
  if (outcome.kind !== 'reply') return combine()
  const raw = outcome.raw ?? grpcError(outcome)
  const { httpStatus } = outcome
  return detectFromReply({
    method: callLabelOf(probe.call),
    dialect: probe.dialect,
    httpStatus,
    ...defined({ raw }),
  })
}

/** A gRPC status is no JSON; "no such task" proves the same. */
function grpcError({ decoded }: Extract<Outcome, { kind: 'reply' }>): JsonValue | undefined {
  if (decoded.kind !== 'error' || decoded.error.code !== -32001) return undefined
  return { error: { code: decoded.error.code, message: decoded.error.message } }
}

function conclude(
  detection: Detection,
  probed: ProbedInterface,
  declared: ProbedInterface,
  calls: readonly ProbeCall[],
): Omit<ProbeAnswer, 'calls'> {
  const cardSays = declared.dialect
  const { speaks, certain, evidence } = detection
  if (speaks === undefined) {
    const both = new Set(evidence.filter(({ weight }) => weight >= 8).map((each) => eraOf(each.speaks)))
    if (both.size === 2) {
      return {
        cardSays,
        certain: true,
        sentence: 'The agent accepts both 1.0 and 0.3, so the card is right.',
      }
    }
    const last = calls.at(-1)
    const sentence = last === undefined ? 'Nothing could be asked.' : `The last answer: ${last.outcome}`
    return {
      cardSays,
      certain: false,
      sentence: `The responses don’t show which version the agent speaks. ${sentence}`,
    }
  }
  if (eraOf(speaks) === eraOf(cardSays)) {
    const sentence = `The card declares ${cardSays}, and the responses match.`
    return { cardSays, speaks, certain, sentence }
  }
  const maybe = certain ? '' : ' The evidence is thin.'
  return {
    cardSays,
    speaks,
    certain,
    sentence: `The card declares ${cardSays}, but the agent uses ${speaks}.${maybe}`,
    suggestion: { url: declared.interface.url, binding: probed.binding, dialect: speaks },
  }
}

/** Responses to an unknown task are equal in 0.1, 0.2 and 0.3, and in 1.0-rc and 1.0. */
function eraOf(dialect: DialectId): '0' | '1' {
  return dialect.startsWith('1') ? '1' : '0'
}
