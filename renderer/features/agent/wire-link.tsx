import type { ReactNode } from 'react'
import { showOnWire } from '../../state/show-on-wire.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useOpenDialog } from './open-dialog.ts'

interface WireLinkProps {
  readonly exchangeId: string
  readonly children: ReactNode
}

/** Leads to the bytes of one exchange. The dialog it stands in makes way for the console. */
export function WireLink({ exchangeId, children }: WireLinkProps) {
  return (
    <LinkButton
      className="on-the-wire mono"
      title="Show request"
      onClick={() => {
        showOnWire(exchangeId)
        useOpenDialog.getState().close()
      }}
    >
      {children}
    </LinkButton>
  )
}
