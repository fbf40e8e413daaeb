import { useState } from 'react'
import { maxNameChars, maxNoteChars } from '#shared/bounded.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { useLooking } from '../../state/viewing.ts'
import { FormDialog, Question } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { counted, formatBytes } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { useRemove } from '../removals/index.ts'
import { figuresInWords, lengthOf, nameOf, whenOf } from './session-words.ts'
import { useEditSession } from './use-sessions.ts'

interface SessionDialogProps {
  readonly session: SessionView
  onClose(): void
}

export function SessionDialog({ session, onClose }: SessionDialogProps) {
  const edit = useEditSession()
  const [name, setName] = useState(session.name)
  const [note, setNote] = useState(session.note)
  const shownName = visibleString(nameOf(session))

  function save(): void {
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
    <FormDialog
      title={shownName}
      disabled={edit.isPending}
      error={edit.error}
      head={
        <p className="dim num">
          {session.partlyDeleted && 'Partly deleted · '}
          {whenOf(session.createdAt)} · {lengthOf(session)} · {figuresInWords(session)} ·{' '}
          {counted(session.entries, 'entry', 'entries')} · {formatBytes(session.sizeBytes)}
        </p>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Leave empty to use the agent’s name"
        maxLength={maxNameChars}
        value={name}
        onChange={setName}
      />
      <TextArea label="Note" rows={3} maxLength={maxNoteChars} value={note} onChange={setNote} />
    </FormDialog>
  )
}

export function DeleteQuestion({ session, onClose }: SessionDialogProps) {
  const remove = useRemove()
  const name = visibleString(nameOf(session))
  const objects = [{ kind: 'session', sessionId: session.id }] as const
  return (
    <Question
      title="Delete this recording?"
      no="Keep it"
      yes="Delete"
      pending={remove.isPending}
      error={remove.error}
      onNo={onClose}
      onYes={() => remove.mutate({ objects, name }, { onSuccess: onClose })}
    >
      <p>
        <strong>{name}</strong> of {whenOf(session.createdAt)}, with {counted(session.exchanges, 'request')}:{' '}
        {formatBytes(session.sizeBytes)}.
      </p>
      <p>
        Its messages, files and search entries are removed from disk after 10 s, in which you can undo it.
        Canceling while it runs keeps the rest of the recording; what is already deleted can’t be restored.
      </p>
    </Question>
  )
}
