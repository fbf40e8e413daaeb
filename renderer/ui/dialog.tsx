// A modal question or form in the browser's own dialog, which traps the focus, closes on Escape and restores the focus.

import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { Problem } from './feedback.tsx'
import { joinDefined } from './format.ts'
import './dialog.css'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the foot; the one that confirms is last. */
  readonly actions?: ReactNode
  readonly wide?: boolean
  /** Grows downwards only, so that no button moves from under the pointer. */
  readonly steady?: boolean
}

export function Dialog({ title, onClose, children, actions, wide, steady }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed while still in the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    dialog.showModal()
    const remove = addOpenDialog(dialog)
    // The browser focuses the first button, which closes: focus the dialog instead, unless a field took the focus.
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
      className={joinDefined(' ', 'dialog', wide && 'wide', steady && 'steady')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // Escape closes the dialog, not the pane behind it.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <div className="dialog-head line rigid gap-8 rule-below">
        <h2 id={titleId} className="truncate">
          {title}
        </h2>
        <span className="spacer" />
        <IconButton label="Close" icon={<X size={14} />} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="dialog-body fills scrolls" tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      {actions && <div className="dialog-actions line rigid gap-8 rule-above">{actions}</div>}
    </dialog>
  )
}

interface FormDialogProps {
  readonly title: string
  readonly wide?: boolean
  /** The label of the button that confirms; Enter in a field does so, too. */
  readonly submitLabel?: string
  /** The label of the button that cancels. */
  readonly closeLabel?: string
  readonly disabled?: boolean
  /** Shown below the fields. */
  readonly error?: unknown
  readonly head?: ReactNode
  /** Further buttons at the foot. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  onSubmit(): void
  onClose(): void
}

/** A modal form: fields, Cancel, and one button that confirms. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    wide,
    submitLabel = 'Save',
    closeLabel = 'Cancel',
    disabled,
    error,
    head,
    actions,
    children,
    onClose,
  } = props
  const formId = useId()

  function submit(event: FormEvent): void {
    event.preventDefault()
    props.onSubmit()
  }

  return (
    <Dialog
      title={title}
      wide={wide === true}
      onClose={onClose}
      actions={
        <>
          {actions}
          <span className="spacer" />
          <Button onClick={onClose}>{closeLabel}</Button>
          <Button primary type="submit" form={formId} disabled={disabled === true}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {head}
      <form id={formId} onSubmit={submit}>
        {children}
        <Problem error={error} />
      </form>
    </Dialog>
  )
}

interface QuestionProps {
  readonly title: string
  readonly wide?: boolean
  /** The label of the answer that changes nothing. */
  readonly no: string
  readonly yes: string
  /** The confirmed action is running. */
  readonly pending?: boolean
  readonly error?: unknown
  readonly children: ReactNode
  onNo(): void
  onYes(): void
}

export function Question(props: QuestionProps) {
  const { title, wide = false, no, yes, pending = false, error, children, onNo, onYes } = props
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>{no}</Button>
          <Button primary disabled={pending} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
      <Problem error={error} />
    </Dialog>
  )
}

// The open modal dialog, the last of several: everything outside is inert, and screen readers skip it.

/** Returns the function to call when the dialog closes. */
function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((each) => each !== dialog))
}

export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
