import { decodeCard } from '#shared/a2a/card.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { maxParsedBodyBytes } from '#shared/record/entry.ts'
import type { TracedAgent } from '#shared/traces/exchange-spans.ts'
import type { TracedExchange } from '#shared/traces/traced-exchange.ts'
import type { SessionRecord } from '../store/record.ts'
import { wholeBody } from '../store/whole-body.ts'

/** The agent as the card that was read says; undefined where none was. */
export function readCard(
  record: SessionRecord,
  { response, close }: TracedExchange,
): TracedAgent | undefined {
  const { body } = close ?? {}
  if (response?.status !== 200 || body === undefined || body.sizeBytes > maxParsedBodyBytes) return undefined
  const json = jsonIn(Buffer.from(wholeBody(record, body)).toString('utf8'))
  const card = json === undefined ? undefined : decodeCard(json)
  if (card?.kind !== 'result') return undefined
  const { name, description, version } = card.result
  return { name, description, version }
}
