// A button with a box of anything that belongs to it. The browser's popover puts it above everything and closes it.

import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { placeBelow } from './place-below.ts'
import './menu.css'

interface PopoverProps {
  /** The name of the box; the button's is this and what it shows. */
  readonly label: string
  readonly button: ReactNode
  readonly className?: string
  readonly openerRef?: RefObject<HTMLButtonElement | null>
  /** Drawn while it is open. */
  children(close: () => void): ReactNode
}

export function Popover({ label, button, className = 'icon-button', openerRef, children }: PopoverProps) {
  const id = useId()
  const own = useRef<HTMLButtonElement>(null)
  const opener = openerRef ?? own
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function close(): void {
    box.current?.hidePopover()
    opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(true)
          box.current?.showPopover()
          requestAnimationFrame(() => {
            placeBelow(opener.current, box.current, 'left')
            box.current?.querySelector<HTMLElement>('button')?.focus()
          })
        }}
      >
        <span className="visually-hidden">{label}: </span>
        {button}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="menu popover"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children(close)}
      </div>
    </>
  )
}
