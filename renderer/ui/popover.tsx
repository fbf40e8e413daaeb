// A button that opens a box of any content.

import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { onTop, placeNextTo } from './menu.tsx'

interface PopoverProps {
  /** The name of the box; the button's is this and its text. */
  readonly label: string
  readonly button: ReactNode
  readonly className?: string
  readonly openerRef?: RefObject<HTMLButtonElement | null>
  /** Rendered while it is open. */
  children(close: () => void): ReactNode
}

export function Popover({ label, button, className = 'icon-button', openerRef, children }: PopoverProps) {
  const own = useRef<HTMLButtonElement>(null)
  const opener = openerRef ?? own
  const [open, setOpen] = useState(false)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={opener} className={className} title={label}>
        <span className="visually-hidden">{label}: </span>
        {button}
      </Base.Trigger>
      <Base.Portal {...placeNextTo(opener)}>
        <Base.Positioner {...onTop} align="start">
          <Base.Popup className="popup of-anything" aria-label={label}>
            {children(() => setOpen(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
