import type { ReactNode } from 'react'
import { showOnWire } from '../../state/show-on-wire.ts'
import { useOpenDialog } from './open-dialog.ts'

interface WireLinkProps {
  readonly exchangeId: string
  readonly children: ReactNode
}

/** Leads to the bytes of one exchange. The dialog it stands in makes way for the console. */
export function WireLink({ exchangeId, children }: WireLinkProps) {
  return (
    <button
      type="button"
      className="link-button mono"
      title="Show on the wire"
      onClick={() => {
        showOnWire(exchangeId)
        useOpenDialog.getState().close()
      }}
    >
      {children}
    </button>
  )
}
