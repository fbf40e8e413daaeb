import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { chosenHeaders, type SentBody, type SentRequest } from '#shared/export/sent-request.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import type { Body } from '#shared/record/entry.ts'
import { webhookRequest } from '#shared/record/webhook-request.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import type { SessionRecord } from '../store/record.ts'
import { wholeBody } from '../store/whole-body.ts'

/** The request of an exchange with its whole body. */
export async function sentRequest(record: SessionRecord, exchangeId: string): Promise<SentRequest> {
  const [entry] = await record.page({
    filter: { exchangeId, kinds: ['request', 'webhook'] },
    offset: 0,
    limit: 1,
  })
  const sent = entry?.kind === 'webhook' ? webhookRequest(entry) : entry
  if (sent?.kind !== 'request') throw new Fault('not-found', 'The request is not in the record.')
  const { call, method, url, headers, body, decoded } = sent
  const message = decoded && new TextDecoder().decode(wholeBody(record, decoded))
  return {
    exchangeId,
    call,
    method,
    url,
    headers: chosenHeaders(headers),
    ...whole(record, body),
    ...defined({ message }),
  }
}

/** The same for exports: values that became secrets after the recording are masked. */
export async function sentSafely(
  record: SessionRecord,
  exchangeId: string,
  mask: Masking,
): Promise<SentRequest> {
  const sent = mapStrings(await sentRequest(record, exchangeId), mask.text)
  if (sent.body?.kind !== 'bytes') return sent
  return { ...sent, body: sentBody(mask.bytes(Buffer.from(sent.body.base64, 'base64'))) }
}

function whole(record: SessionRecord, body: Body | undefined): { readonly body?: SentBody } {
  if (body === undefined || body.sizeBytes === 0) return {}
  return { body: sentBody(wholeBody(record, body)) }
}

export function sentBody(bytes: Uint8Array): SentBody {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { kind: 'bytes', base64: Buffer.from(bytes).toString('base64') }
  }
}

export function bytesOfBody(body: SentBody): Buffer {
  return body.kind === 'text' ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
}
