// A button with a menu, which a right click on its subject opens, too.

import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import './popup.css'

/** Elements for which the browser's own menu is kept. */
const leftToBrowser = 'a[href], input, textarea, select, [contenteditable], audio, video'

// The box that a button opens, for Base UI: in the browser's top layer it is above everything. In the document it is beside its
// button, in the same dialog and landmark: anything outside a modal dialog is inert.

/** Props of the portal. */
export const placeNextTo = (opener: RefObject<HTMLElement | null>) => ({
  className: 'popup-portal',
  container: {
    get current() {
      return opener.current?.parentElement ?? null
    },
  },
})

/** Props of the positioner. */
export const onTop = {
  ref: (box: HTMLElement | null) => void box?.togglePopover(true),
  popover: 'manual',
  className: 'popup-place',
  positionMethod: 'fixed',
  // The menu stays where it was opened when its button scrolls, as in a chat while an agent writes.
  disableAnchorTracking: true,
  sideOffset: 4,
  collisionPadding: 8,
} as const

export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly disabled?: boolean
  /** Shown after the label. */
  readonly hint?: string
  readonly checked?: boolean
  /** Others may be checked, too. */
  readonly isOneOfSeveral?: boolean
}

interface MenuProps {
  readonly label: string
  /** The tooltip, where it is more than the name. */
  readonly title?: string
  readonly button: ReactNode
  readonly className?: string
  /** The selector of the element around the button on which a right click opens the menu at the pointer. */
  readonly subject?: string
  /** Called on each render while the menu is open; new items are added below. */
  items(): readonly MenuItem[]
}

export function Menu({ label, title = label, button, className = 'icon-button', subject, items }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Base.Root modal={false}>
        <Base.Trigger ref={opener} className={className} aria-label={label} title={title}>
          {button}
        </Base.Trigger>
        <Base.Portal {...placeNextTo(opener)}>
          <Base.Positioner {...onTop} align="end">
            <Base.Popup className="popup" aria-label={label}>
              {/* Focuses the opener first: a dialog opened by the item restores the focus to it. */}
              <Items items={items} beforeRun={() => opener.current?.focus()} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {subject && <ContextMenu label={label} subject={subject} items={items} />}
    </>
  )
}

type ContextMenuProps = Pick<MenuProps, 'label' | 'items'> & { readonly subject: string }

/** A menu without its button, for the element around it: the button may be out of sight. */
export function ContextMenu({ label, subject, items }: ContextMenuProps) {
  const inner = useRef<HTMLSpanElement>(null)
  const [at, setAt] = useState<Point>()
  useContextMenu(inner, subject, setAt)
  return (
    <>
      <span ref={inner} hidden />
      {at && <PointedMenu label={label} items={items} {...at} onClose={() => setAt(undefined)} />}
    </>
  )
}

interface PointedMenuProps extends Pick<MenuProps, 'label' | 'items'>, Point {
  onClose(): void
}

export function PointedMenu({ label, items, x, y, onClose }: PointedMenuProps) {
  // The portal is placed where the menu is used, as for a menu with a button.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <span ref={setPlace}>
      <Base.Root modal={false} open={place !== null} onOpenChange={(open) => !open && onClose()}>
        <Base.Portal className="popup-portal" container={place}>
          <Base.Positioner
            {...onTop}
            align="start"
            sideOffset={0}
            anchor={{ getBoundingClientRect: () => new DOMRect(x, y) }}
          >
            <Base.Popup className="popup" aria-label={label}>
              <Items items={items} beforeRun={onClose} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </span>
  )
}

function Items({ items, beforeRun }: Pick<MenuProps, 'items'> & { beforeRun(): void }) {
  return items().map(({ label, run, disabled, hint, checked, isOneOfSeveral }, index) => (
    <Base.Item
      // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same label, and what is added later stands below
      key={index}
      label={label}
      // A button, so that handlers that test for controls recognize it.
      render={<button type="button" />}
      nativeButton
      className="menu-item line gap-6 full-width"
      {...(checked === undefined ? {} : checkedAs(checked, isOneOfSeveral))}
      disabled={disabled}
      onClick={() => {
        beforeRun()
        run()
      }}
    >
      <span className="menu-check rigid tone-accent" aria-hidden={true}>
        {checked ? '✓' : ''}
      </span>
      <span>{label}</span>
      {hint && <span className="menu-hint to-end faint small">{hint}</span>}
    </Base.Item>
  ))
}

function checkedAs(checked: boolean, isOneOfSeveral = false) {
  return { role: isOneOfSeveral ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': checked }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A right click or the menu key on the closest element around `inner` that matches `selector`; the innermost of several handles it. */
function useContextMenu(inner: RefObject<Element | null>, selector: string, open: (at: Point) => void): void {
  const openLatest = useEffectEvent(open)
  useEffect(() => {
    const subject = inner.current?.closest<HTMLElement>(selector)
    if (!subject) return undefined
    // macOS selects the word under the pointer before it opens a menu, so the selection is read when the button goes down.
    let isTextSelected = false
    const onPointerDown = () => {
      isTextSelected = window.getSelection()?.isCollapsed === false
    }
    const onContextMenu = (event: MouseEvent) => {
      const isLeft = event.defaultPrevented || isTextSelected
      isTextSelected = false
      if (isLeft || (event.target instanceof Element && event.target.closest(leftToBrowser))) return
      event.preventDefault()
      openLatest({ x: event.clientX, y: event.clientY })
    }
    subject.addEventListener('pointerdown', onPointerDown)
    subject.addEventListener('contextmenu', onContextMenu)
    return () => {
      subject.removeEventListener('pointerdown', onPointerDown)
      subject.removeEventListener('contextmenu', onContextMenu)
    }
  }, [inner, selector])
}
