import type { Discovery } from '#shared/contract/card.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { Entry } from '#shared/record/entry.ts'
import { bugReport } from '#shared/record/export/bug-report.ts'
import { revealed } from '#shared/record/export/sent-request.ts'
import { snippetOf } from '#shared/record/export/snippet.ts'
import type { SessionRecord } from '../session/record.ts'
import { wholeBody } from '../session/whole-body.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import { packedDefinitions } from '../wire/grpc/packed-definitions.ts'
import { sentSafely } from './sent-request.ts'

/** Frames beyond these are only counted. */
const mostEntries = 1_000

interface ReportDeps {
  readonly record: SessionRecord
  /** What has become a secret since it was recorded leaves the report too. */
  readonly mask: Masking
  readonly version: string
}

export async function reportOf(
  { record, mask, version }: ReportDeps,
  exchangeId: string,
  discovery: Discovery | null,
): Promise<{ readonly fileName: string; readonly text: string }> {
  const row = record.exchanges.row(exchangeId)
  if (row === undefined) throw new Fault('not-found', 'This exchange is no longer in the record.')
  const heads = await record.page({
    filter: { exchangeId, kinds: ['request', 'response', 'redirect', 'end', 'failure', 'webhook', 'note'] },
    offset: 0,
    limit: 200,
  })
  const frames = await record.page({
    filter: { exchangeId, kinds: ['frame'] },
    offset: 0,
    limit: mostEntries,
  })
  const { request } = revealed(await sentSafely(record, exchangeId, mask), () => undefined)
  const found = discovery?.found ? discovery : undefined
  const text = bugReport({
    row: mapStrings(row, mask.text),
    entries: mapStrings(inOrder([...heads, ...frames]), mask.text),
    card: found && mask.text(JSON.stringify(found.raw, null, 2)),
    versions: [
      ['Parley', version],
      ['A2A', row.dialect ?? 'not told'],
      ['Binding', row.binding ?? 'HTTP'],
      ...(found ? ([['Agent', `${found.card.name} ${found.card.version ?? ''}`]] as const) : []),
      ['At', new Date(row.startedAt).toISOString()],
    ],
    textOf: (body) => mask.text(new TextDecoder().decode(wholeBody(record, body))),
    curl:
      request.call.binding === 'GRPC'
        ? snippetOf(request, 'grpcurl', { definitions: packedDefinitions(request.url) })
        : snippetOf(request, 'curl', {}),
  })
  const day = new Date(row.startedAt).toISOString().slice(0, 10)
  const called = row.label
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return { fileName: `${called || 'exchange'}-${day}.md`, text }
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => a.seq - b.seq)
}
