import type { ComponentProps, ReactNode } from 'react'
import { useEngine } from '../../host/engine.tsx'
import { showOnWire } from '../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
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

/** A button that calls an agent, or changes how it is called. */
export function LiveButton(props: ComponentProps<typeof Button>) {
  const { canCall } = useEngine()
  return canCall ? <Button {...props} /> : null
}
