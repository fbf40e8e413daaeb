import { type FormEvent, useId, useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { messageOf } from '../../host/message-of.ts'
import { useLooking } from '../../state/looking.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { formatBytes } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { RemoveQuestion } from './remove-question.tsx'
import { counted, figuresInWords, lengthOf, nameOf, whenOf } from './session-words.ts'
import { useEditSession } from './use-sessions.ts'

interface SessionDialogProps {
  readonly session: SessionView
  onClose(): void
}

/** What the user calls a session and remembers about it, what is in it, and what can be done with it. */
export function SessionDialog({ session, onClose }: SessionDialogProps) {
  const edit = useEditSession()
  const formId = useId()
  const [name, setName] = useState(session.name)
  const [note, setNote] = useState(session.note)
  const [removing, setRemoving] = useState(false)
  const shownName = visibleString(nameOf(session))
  if (removing) return <RemoveQuestion session={session} onClose={onClose} />

  function save(event: FormEvent): void {
    event.preventDefault()
    edit.mutate(
      { sessionId: session.id, changes: { name: name.trim(), note } },
      {
        onSuccess: (saved) => {
          useLooking.getState().rename(saved.id, nameOf(saved))
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title={shownName}
      onClose={onClose}
      actions={
        <>
          {session.state === 'kept' && <Button onClick={() => setRemoving(true)}>Delete…</Button>}
          <span className="spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button primary type="submit" form={formId} disabled={edit.isPending}>
            Save
          </Button>
        </>
      }
    >
      <p className="muted num">
        {whenOf(session.createdAt)} · {lengthOf(session)} · {figuresInWords(session)} ·{' '}
        {counted(session.entries, 'entry', 'entries')} · {formatBytes(session.sizeBytes)}
      </p>
      <form id={formId} onSubmit={save}>
        <TextField
          label="Name"
          hint="Empty: whom it was with"
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label="Note"
          rows={3}
          maxLength={10_000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {edit.error && (
          <p className="notice" role="alert">
            {messageOf(edit.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
