import type { ComponentProps, ReactNode } from 'react'
import { useEngine } from '../../host/engine.tsx'
import { showOnWire } from '../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useOpenDialog } from './open-dialog.ts'

interface WireLinkProps {
  readonly exchangeId: string
  readonly children: ReactNode
}

/** Shows the bytes of one exchange; closes its dialog. */
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

/** A button for calls to an agent, or their settings. */
export function LiveButton(props: ComponentProps<typeof Button>) {
  const { canCall } = useEngine()
  return canCall ? <Button {...props} /> : null
}
