import type { Discovery } from '#shared/contract/card.ts'
import type { ProblemText } from '#shared/contract/console.ts'
import { bugReport, maxReportedFrames } from '#shared/export/bug-report.ts'
import { problemReport } from '#shared/export/problem-report.ts'
import { revealed } from '#shared/export/sent-request.ts'
import { snippetOf } from '#shared/export/snippet.ts'
import type { Entry } from '#shared/record/entry.ts'
import { datedFileName } from '../dated-file-name.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { SessionRecord } from '../store/record.ts'
import { wholeBody } from '../store/whole-body.ts'
import { packedDefinitions } from '../wire/grpc/messages.ts'
import { headsOf } from './heads.ts'
import { sentSafely } from './sent-request.ts'

/** Entries with findings in a bug report; the exchange lists all of them. */
const maxReportedFindings = 200

interface Report {
  readonly fileName: string
  readonly text: string
}

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
): Promise<Report> {
  const { row, entries } = await headsOf(record, exchangeId)
  const [frames, flagged] = await Promise.all([
    record.page({ filter: { exchangeId, kinds: ['frame'] }, offset: 0, limit: maxReportedFrames }),
    record.exchanges.findings({ exchangeId, offset: 0, limit: maxReportedFindings }),
  ])
  const { request } = revealed(await sentSafely(record, exchangeId, mask), () => undefined)
  const found = discovery?.found ? discovery : undefined
  const text = bugReport({
    row: mapStrings(row, mask.text),
    entries: mapStrings(inOrder([...entries, ...frames, ...flagged.rows]), mask.text),
    card: found && mask.text(JSON.stringify(found.raw, null, 2)),
    versions: [
      ['Parley', version],
      ['A2A', row.dialect ?? 'not specified'],
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
  return { fileName: datedFileName([row.label, 'exchange'], row.startedAt, '.md'), text }
}

/** What is wrong at one place of an exchange, with the bytes of that place. */
export async function problemReportOf(
  { record, mask }: Omit<ReportDeps, 'version'>,
  exchangeId: string,
  { title, facts, seq }: ProblemText,
): Promise<Report> {
  const { row, entries } = await headsOf(record, exchangeId)
  const last = entries.findLast(({ kind }) => kind === 'end' || kind === 'failure')
  const { entries: read } =
    seq === undefined
      ? { entries: last ? [last] : [] }
      : await record.read({ after: seq - 1, limit: 1, filter: { exchangeId } })
  const [entry] = mapStrings(read, mask.text)
  const text = problemReport({
    ...mapStrings({ title, facts, row }, mask.text),
    entry,
    textOf: (body) => mask.text(new TextDecoder().decode(wholeBody(record, body))),
  })
  return { fileName: datedFileName([row.label, 'problem'], row.startedAt, '.md'), text }
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.seq, entry])).values()].toSorted((a, b) => a.seq - b.seq)
}
