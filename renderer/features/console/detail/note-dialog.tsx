import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FollowedExchange } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { type ExchangeRow, marks } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { exchangeKey } from '../../../record/use-exchange.ts'
import { ToggleChip } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

/** A mark and a word of one's own on an exchange; kept beside the record, never sent. */
export function NoteDialog({ row, onClose }: { readonly row: ExchangeRow; readonly onClose: () => void }) {
  const annotate = useAnnotate(row.id)
  const [mark, setMark] = useState(row.mark)
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
      <fieldset className="mark-choice flex wraps gap-6">
        <legend className="field-label">Mark</legend>
        <ToggleChip on={mark === undefined} onClick={() => setMark(undefined)}>
          none
        </ToggleChip>
        {marks.map((each) => (
          <ToggleChip key={each} on={mark === each} onClick={() => setMark(each)}>
            <span className={`mark-dot mark-${each}`} />
            {each}
          </ToggleChip>
        ))}
      </fieldset>
      <TextArea label="Note" rows={3} value={note} onChange={setNote} />
    </FormDialog>
  )
}

type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

/** Rejects where it was not kept. */
export function useAnnotate(exchangeId: string): (annotation: Annotation) => Promise<void> {
  const { client } = useEngine()
  const queries = useQueryClient()
  return async (annotation) => {
    const row = await client.console.annotate({ exchangeId, ...annotation })
    queries.setQueryData<FollowedExchange>(exchangeKey(exchangeId), (known) => known && { ...known, row })
  }
}
