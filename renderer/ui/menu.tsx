// A button with a list of things to do. The browser's popover puts the list above everything and closes it; arrows move in it.

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import './menu.css'
import { placeBelow } from './place-below.ts'

export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly disabled?: boolean
  /** Shown behind the label. */
  readonly hint?: string
  readonly checked?: boolean
}

interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string
  readonly button: ReactNode
  readonly className?: string
  /** Made when the menu opens. */
  items(): readonly MenuItem[]
}

export function Menu({ label, button, className = 'icon-button', items }: MenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<readonly MenuItem[]>()

  function open(): void {
    setShown(items())
    list.current?.showPopover()
    placeBelow(opener.current, list.current, 'right')
    requestAnimationFrame(() => {
      placeBelow(opener.current, list.current, 'right')
      list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    })
  }
  function close(): void {
    list.current?.hidePopover()
    opener.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }
    const target = targets[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    if (target === undefined) return
    event.preventDefault()
    entries[target]?.focus()
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={shown !== undefined}
        aria-controls={id}
        onClick={open}
      >
        {button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="menu"
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => {
          if (newState === 'closed') setShown(undefined)
        }}
      >
        {shown?.map((item) => (
          <button
            key={item.label}
            type="button"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            className="menu-item"
            disabled={item.disabled}
            onClick={() => {
              close()
              item.run()
            }}
          >
            <span className="menu-check" aria-hidden={true}>
              {item.checked ? '✓' : ''}
            </span>
            <span>{item.label}</span>
            {item.hint && <span className="menu-hint">{item.hint}</span>}
          </button>
        ))}
      </div>
    </>
  )
}
