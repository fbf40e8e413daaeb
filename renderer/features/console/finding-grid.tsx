import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Severity } from '#shared/a2a/finding.ts'
import { at, type List } from '#shared/record/list.ts'
import type { FindingRow } from '#shared/record/projection.ts'
import { useSelection } from '../../state/selection.ts'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'

const columns = [
  { id: 'severity', name: 'Severity', width: '84px' },
  { id: 'rule', name: 'Rule', width: '132px' },
  { id: 'what', name: 'What', width: 'minmax(0, 2fr)' },
  { id: 'hint', name: 'What to do', width: 'minmax(0, 1.4fr)' },
  { id: 'where', name: 'Where', width: 'minmax(0, 0.8fr)' },
  { id: 'spec', name: 'Specification', width: '96px' },
] as const

/** Where agents strayed from their own version; choosing one shows the exchange it was seen in. */
export function FindingGrid({ findings }: { readonly findings: List<FindingRow> }) {
  const { exchangeId, entrySeq } = useSelection()
  return (
    <VirtualGrid
      name="Findings"
      columns={columns}
      rowHeight={25}
      count={findings.length}
      followsTail
      rowOf={(index) => at(findings, index)}
      isSelected={(row) => row.exchangeId === exchangeId && row.seq === entrySeq}
      onSelect={(row) => useSelection.getState().selectExchange(row.exchangeId, row.seq)}
      cellsOf={({ finding }) => [
        <SeverityMark key="severity" severity={finding.severity} />,
        <span key="rule" className="mono">
          {finding.rule}
        </span>,
        <span key="what" title={finding.message}>
          {finding.message}
        </span>,
        <span key="hint" className="muted" title={finding.hint}>
          {finding.hint}
        </span>,
        <span key="where" className="mono muted" title={finding.pointer}>
          {finding.pointer || 'the whole'}
        </span>,
        <span key="spec" className="faint">
          {finding.spec.version} §{finding.spec.section}
        </span>,
      ]}
    />
  )
}

const marks = {
  error: { Icon: CircleX, colour: 'var(--failed)' },
  warning: { Icon: TriangleAlert, colour: 'var(--input-required)' },
  info: { Icon: Info, colour: 'var(--muted)' },
} as const satisfies Record<Severity, unknown>

function SeverityMark({ severity }: { readonly severity: Severity }) {
  const { Icon, colour } = marks[severity]
  return (
    <span className="state-mark" style={{ color: colour }}>
      <Icon size={13} aria-hidden={true} />
      {severity}
    </span>
  )
}
