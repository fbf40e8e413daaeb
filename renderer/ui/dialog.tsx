// A modal question or form: the browser's own dialog, so that focus stays inside, Escape closes and focus goes back.

import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { joinWords } from './format.ts'
import { addOpenDialog } from './top-dialog.ts'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the foot, the one that goes ahead last. */
  readonly actions?: ReactNode
  readonly wide?: boolean
  /** It grows downwards only: no button moves from under the pointer. */
  readonly steady?: boolean
}

export function Dialog({ title, onClose, children, actions, wide, steady }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed while it is still in the document: only then does the focus go back.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    dialog.showModal()
    const remove = addOpenDialog(dialog)
    // The browser picks the first button, which is the one that closes: a field that wants the focus takes it, else the dialog has it.
    if (document.activeElement?.closest('.dialog-head')) dialog.focus()
    return () => {
      remove()
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={box}
      tabIndex={-1}
      className={joinWords(' ', 'dialog', wide && 'wide', steady && 'steady')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // Escape belongs to the dialog, not to the pane behind it.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId} className="truncate">
          {title}
        </h2>
        <span className="spacer" />
        <IconButton label="Close" icon={<X size={14} />} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="dialog-body" tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      {actions && <div className="dialog-actions">{actions}</div>}
    </dialog>
  )
}
