import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExchangeRow, type Mark, marks } from '#shared/record/exchange-row.ts'
import { TextArea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useAnnotate } from './use-annotate.ts'

/** A mark and a word of one's own on an exchange; kept beside the record, never sent. */
export function NoteDialog({ row, onClose }: { readonly row: ExchangeRow; readonly onClose: () => void }) {
  const annotate = useAnnotate(row.id)
  const [mark, setMark] = useState<Mark | undefined>(row.mark)
  const [note, setNote] = useState(row.note ?? '')
  const keep = useMutation({
    mutationFn: () => annotate({ mark: mark ?? null, note: note.trim() || null }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={`${visibleString(row.label)}: mark and note`}
      submitLabel="Save"
      disabled={keep.isPending}
      error={keep.error}
      onSubmit={keep.mutate}
      onClose={onClose}
    >
      <fieldset className="mark-choice">
        <legend className="field-label">Mark</legend>
        <MarkButton name="none" pressed={mark === undefined} onClick={() => setMark(undefined)} />
        {marks.map((each) => (
          <MarkButton key={each} name={each} pressed={mark === each} onClick={() => setMark(each)} />
        ))}
      </fieldset>
      <TextArea label="Note" rows={3} value={note} onChange={setNote} />
    </FormDialog>
  )
}

interface MarkButtonProps {
  readonly name: Mark | 'none'
  readonly pressed: boolean
  onClick(): void
}

function MarkButton({ name, pressed, onClick }: MarkButtonProps) {
  return (
    <button type="button" className={pressed ? 'chip on' : 'chip'} aria-pressed={pressed} onClick={onClick}>
      {name !== 'none' && <span className={`mark-dot mark-${name}`} />}
      {name}
    </button>
  )
}
