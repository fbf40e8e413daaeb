import type { EngineClient } from '#shared/contract/contract.ts'
import { entryBody } from '#shared/record/entry-body.ts'
import { readBody } from '../../../record/read-body.ts'

/** The content of an entry as it lies on the wire. */
export async function copyEntry(
  client: EngineClient,
  { exchangeId, seq }: { readonly exchangeId: string; readonly seq: number },
): Promise<void> {
  const { entries } = await client.record.exchange({ exchangeId, after: seq - 1, limit: 1 })
  const body = entries[0] && entryBody(entries[0])
  const { hash, sizeBytes: length = 0 } = body ?? {}
  const bytes = hash === undefined ? undefined : await readBody(client, { hash, length })
  await navigator.clipboard.writeText(body?.text ?? new TextDecoder().decode(bytes))
}
