import type { ReactNode } from 'react'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { callOutcomeLooks } from '../../../ui/call-outcome-looks.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

interface FailedCallProps {
  /** The accessible name, where the title is no name for it. */
  readonly label?: string
  readonly title: string
  readonly detail: string
  /** Absent where there is no such call. */
  readonly exchangeId: string | undefined
  /** Not an error. */
  readonly harmless?: boolean | undefined
  /** What it failed for is mended. */
  readonly isSolved?: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** A call that brought no answer, or an error: what came instead, with the bytes one click away. */
export function FailedCall(props: FailedCallProps) {
  const { label, title, detail, exchangeId, harmless = false, isSolved = false, children } = props
  const outcome = harmless ? 'stopped' : 'error'
  const { icon: Icon } = callOutcomeLooks[isSolved ? 'ok' : outcome]
  return (
    <div className={harmless || isSolved ? 'notice plain' : 'notice'} role="status" aria-label={label}>
      <strong className="line gap-6">
        <Icon className="rigid" size={13} />
        {title}
      </strong>
      <span className="verbatim">
        <UntrustedText text={detail} limit={600} />
      </span>
      {children}
      {exchangeId !== undefined && (
        <LinkButton className="on-the-wire" onClick={() => showOnWire(exchangeId)}>
          Show request
        </LinkButton>
      )}
    </div>
  )
}
