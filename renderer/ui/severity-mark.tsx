import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Severity } from '#shared/a2a/finding.ts'

const marks = {
  error: { Icon: CircleX, colour: 'var(--failed)' },
  warning: { Icon: TriangleAlert, colour: 'var(--input-required)' },
  info: { Icon: Info, colour: 'var(--muted)' },
} as const satisfies Record<Severity, unknown>

/** A finding's severity as colour, shape and word, which is for screen readers alone where there is no room. */
export function SeverityMark({
  severity,
  size = 13,
  named = false,
}: {
  readonly severity: Severity
  readonly size?: number
  readonly named?: boolean
}) {
  const { Icon, colour } = marks[severity]
  return (
    <span className={named ? 'severity-mark inline gap-6' : 'severity-mark'} style={{ color: colour }}>
      <Icon size={size} />
      <span className={named ? undefined : 'visually-hidden'}>{severity}</span>
    </span>
  )
}
