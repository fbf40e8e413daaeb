import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface FormDialogProps {
  readonly title: string
  readonly wide?: boolean
  /** What goes ahead: the last button, and Enter in a field. */
  readonly submitLabel?: string
  /** What closes it without going ahead. */
  readonly closeLabel?: string
  readonly disabled?: boolean
  /** Said beneath the fields. */
  readonly error?: unknown
  /** Between title and fields. */
  readonly head?: ReactNode
  /** Buttons at the foot, apart from Cancel and the one that goes ahead. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  onSubmit(): void
  onClose(): void
}

/** A modal form: fields, Cancel, and one button that goes ahead. */
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
