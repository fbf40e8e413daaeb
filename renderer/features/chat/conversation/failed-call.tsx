import type { ReactNode } from 'react'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

interface FailedCallProps {
  /** The accessible name, where the title is no name for it. */
  readonly label?: string
  readonly title: string
  readonly detail: string
  readonly exchangeId: string
  /** What it failed for is mended. */
  readonly isSolved?: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** A call that brought no answer, or an error: what came instead, with the bytes one click away. */
export function FailedCall({
  label,
  title,
  detail,
  exchangeId,
  isSolved = false,
  children,
}: FailedCallProps) {
  return (
    <div className={isSolved ? 'notice plain' : 'notice warning'} role="status" aria-label={label}>
      <strong>{title}</strong>
      <UntrustedText text={detail} limit={600} />
      {children}
      <LinkButton className="on-the-wire" onClick={() => showOnWire(exchangeId)}>
        Show on the wire
      </LinkButton>
    </div>
  )
}
