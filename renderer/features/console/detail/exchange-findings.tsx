import { useQuery } from '@tanstack/react-query'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { SeverityMark } from '../../../ui/severity-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

/** Entries of an exchange whose findings are listed; a line says how many more there are. */
const maxShownFindings = 200

interface ExchangeFindingsProps {
  readonly row: ExchangeRow
  /** Shows the exact place. */
  onJump(entry: Entry, finding: Finding): void
}

/** What is wrong with this exchange, each leading to its place. */
export function ExchangeFindings({ row, onJump }: ExchangeFindingsProps) {
  const { client } = useEngine()
  const { data, error } = useQuery({
    queryKey: ['console', 'findings', row.id, row.lastSeq],
    queryFn: ({ signal }) =>
      client.console.findings({ exchangeId: row.id, offset: 0, limit: maxShownFindings }, { signal }),
    placeholderData: (before) => before,
    // One for each length the exchange has had.
    gcTime: 1_000,
  })
  if (error) return <p className="notice">{messageOf(error)}</p>
  const found = (data?.rows ?? []).flatMap((entry) =>
    (entry.findings ?? []).map((finding) => ({ entry, finding })),
  )
  return (
    <ul className="exchange-findings" aria-label="Findings of this exchange">
      {found.map(({ entry, finding }, index) => (
        // The same rule may be broken twice in one place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <button type="button" className="exchange-finding" onClick={() => onJump(entry, finding)}>
            <span className="finding-line">
              <SeverityMark severity={finding.severity} />
              <strong>
                <UntrustedText text={finding.message} limit={600} />
              </strong>
            </span>
            <span className="muted">
              <UntrustedText text={finding.hint} limit={600} />
            </span>
            <span className="faint mono finding-place">
              {placeOf(entry)} <UntrustedText text={finding.pointer || 'the whole'} limit={300} /> ·{' '}
              {finding.rule} · {cited(finding.spec)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function placeOf(entry: Entry): string {
  switch (entry.kind) {
    case 'frame':
      return `frame ${entry.index + 1}`
    case 'request':
      return 'request'
    case 'response':
      return 'response head'
    case 'end':
    case 'failure':
      return entry.kind === 'end' && entry.body ? 'response body' : 'end'
    case 'webhook':
      return 'webhook call'
    case 'redirect':
    case 'note':
      return entry.kind
  }
}
