import { headerOf } from '#shared/a2a/header-of.ts'
import type { SessionRecord } from '../../store/record.ts'
import { originOf } from '../origins.ts'

/** What a refusal asks for, and who asks. */
export interface Refusal {
  /** `WWW-Authenticate`; empty where there is none. */
  readonly challenge: string
  readonly origin: string | undefined
}

/** Of the last response of an exchange with this agent, as the record has it. */
export async function refusalOf(
  record: SessionRecord,
  agentId: string,
  exchangeId: string,
): Promise<Refusal | undefined> {
  record.flush()
  const kinds = ['request', 'redirect', 'response'] as const
  const { entries } = await record.read({ after: 0, filter: { exchangeId, kinds } })
  const request = entries.find((entry) => entry.kind === 'request')
  const response = entries.findLast((entry) => entry.kind === 'response')
  if (request?.call.agentId !== agentId || response === undefined) return undefined
  const to = entries.findLast((entry) => entry.kind === 'redirect')?.to
  return {
    challenge: headerOf(response.headers, 'www-authenticate') ?? '',
    origin: to === undefined ? originOf(request.url, request.call.binding) : originOf(to),
  }
}
