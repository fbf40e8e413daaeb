import type { ReactNode } from 'react'
import { showOnWire } from '../../state/show-on-wire.ts'

interface WireLinkProps {
  readonly exchangeId: string
  readonly children: ReactNode
  /** Called besides, to make way for the console. */
  onShow?(): void
}

/** Leads to the bytes of one exchange. */
export function WireLink({ exchangeId, children, onShow }: WireLinkProps) {
  return (
    <button
      type="button"
      className="link-button mono"
      title="Show on the wire"
      onClick={() => {
        showOnWire(exchangeId)
        onShow?.()
      }}
    >
      {children}
    </button>
  )
}
