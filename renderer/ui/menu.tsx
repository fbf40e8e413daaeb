// A button with a list of things to do, which a right click on what it belongs to opens as well.

import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useRef, useState } from 'react'
import { beside, onTop } from './popup.ts'
import { type Point, useContextMenu } from './use-context-menu.ts'

export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly disabled?: boolean
  /** Shown behind the label. */
  readonly hint?: string
  readonly checked?: boolean
  /** Others may be checked, too. */
  readonly isOneOfSeveral?: boolean
}

interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string
  /** The tooltip, where it is more than the name. */
  readonly title?: string
  readonly button: ReactNode
  readonly className?: string
  /** The selector of what it belongs to, around the button: a right click there opens the menu at the pointer. */
  readonly subject?: string
  /** Made while the menu is open: what becomes possible meanwhile is added below. */
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
        <Base.Portal {...beside(opener)}>
          <Base.Positioner {...onTop} align="end">
            <Base.Popup className="popup" aria-label={label}>
              {/* Before it is run: a dialog that opens now gives the focus back to where it was. */}
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

/** A menu without its button, for what is around it: the button may be out of sight. */
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

/** The same, opened by a right click. */
export function PointedMenu({ label, items, x, y, onClose }: PointedMenuProps) {
  // In the document it lies where it is used, as that of a button does.
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
      // What looks where a click or a key went takes it for a control, as it is.
      render={<button type="button" />}
      nativeButton
      className="menu-item"
      {...(checked === undefined ? {} : checkedAs(checked, isOneOfSeveral))}
      disabled={disabled}
      onClick={() => {
        beforeRun()
        run()
      }}
    >
      <span className="menu-check" aria-hidden={true}>
        {checked ? '✓' : ''}
      </span>
      <span>{label}</span>
      {hint && <span className="menu-hint">{hint}</span>}
    </Base.Item>
  ))
}

function checkedAs(checked: boolean, isOneOfSeveral = false) {
  return { role: isOneOfSeveral ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': checked }
}
