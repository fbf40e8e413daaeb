import { useQuery } from '@tanstack/react-query'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { messageOf } from '#shared/errors.ts'
import type { Entry } from '#shared/record/entry.ts'
import { entryPlace } from '#shared/record/entry-body.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { formatCount } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { WindowedList } from '../../../ui/virtual-list.tsx'

/** Entries of an exchange whose findings are listed; a line reports of how many. */
const maxShownFindings = 200

interface ExchangeFindingsProps {
  readonly row: ExchangeRow
  /** Shows the exact place. */
  onJump(entry: Entry, finding: Finding): void
}

/** There is one answer for each length the exchange has had, so an unused one is dropped soon. */
const unusedFindingsMs = 1_000

/** Lists the problems of this exchange; each leads to its place. */
export function ExchangeFindings({ row, onJump }: ExchangeFindingsProps) {
  const { client } = useEngine()
  const { data, error } = useQuery({
    queryKey: ['console', 'findings', row.id, row.lastSeq, row.findings],
    queryFn: ({ signal }) =>
      client.console.findings({ exchangeId: row.id, offset: 0, limit: maxShownFindings }, { signal }),
    placeholderData: (before) => before,
    gcTime: unusedFindingsMs,
  })
  if (error) return <p className="notice">{messageOf(error)}</p>
  const matches = (data?.rows ?? []).flatMap((entry) =>
    (entry.findings ?? []).map((finding) => ({ entry, finding })),
  )
  return (
    <div className="column full-height">
      <WindowedList
        label="Problems of this request"
        items={matches}
        usualPx={72}
        gapPx={0}
        fills
        draw={(one) => <FoundRow {...one} agentId={row.agentId} onJump={onJump} />}
      />
      {data !== undefined && data.total > data.rows.length && (
        <p className="rigid rule-above dim small py-5 px-12">
          Problems of the first {formatCount(data.rows.length)} of {formatCount(data.total)} places.
        </p>
      )}
    </div>
  )
}

interface FoundRowProps extends Pick<ExchangeFindingsProps, 'onJump'> {
  readonly entry: Entry
  readonly finding: Finding
  readonly agentId: string | undefined
}

function FoundRow({ entry, finding, agentId, onJump }: FoundRowProps) {
  const { severity, message, hint, pointer, rule, spec } = finding
  return (
    <div className="exchange-finding">
      <button type="button" onClick={() => onJump(entry, finding)}>
        <span className="flex gap-6">
          <SeverityMark severity={severity} />
          <strong className="bold">
            <CodeText text={message} limit={600} />
          </strong>
        </span>
        <span className="dim">
          <CodeText text={hint} limit={600} />
        </span>
        <span className="faint mono">
          {entryPlace(entry)} <UntrustedText text={pointer || '(entire response)'} limit={300} /> · {rule} ·{' '}
          {cited(spec)}
        </span>
      </button>
      <LinkButton
        onClick={() => {
          const at = { exchangeId: entry.exchangeId, entrySeq: entry.seq, pointer }
          useSelection.getState().selectProblem({ rule, agentId }, at)
        }}
      >
        All occurrences
      </LinkButton>
    </div>
  )
}
