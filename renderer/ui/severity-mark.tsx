import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Severity } from '#shared/a2a/finding.ts'

const marks = {
  error: { Icon: CircleX, colour: 'var(--failed)' },
  warning: { Icon: TriangleAlert, colour: 'var(--input-required)' },
  info: { Icon: Info, colour: 'var(--muted)' },
} as const satisfies Record<Severity, unknown>

/** A finding's severity as colour and shape; its word is for screen readers where there is no room. */
export function SeverityMark({
  severity,
  size = 13,
}: {
  readonly severity: Severity
  readonly size?: number
}) {
  const { Icon, colour } = marks[severity]
  return (
    <span className="severity-mark" style={{ color: colour }}>
      <Icon size={size} />
      <span className="visually-hidden">{severity}</span>
    </span>
  )
}
