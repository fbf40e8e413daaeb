import { useState } from 'react'
import { maxPreparedChars, maxPrompts } from '#shared/contract/preferences.ts'
import { usePresenting } from '../../state/presenting.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface PrepareDialogProps {
  readonly prompts: readonly string[]
  onClose(): void
}

export function PrepareDialog({ prompts, onClose }: PrepareDialogProps) {
  const [text, setText] = useState(prompts.slice(0, maxPrompts).join('\n'))

  function save(): void {
    const lines = text.split('\n').map((line) => line.trim())
    usePresenting.getState().prepare(lines.filter((line) => line !== '').slice(0, maxPrompts))
    onClose()
  }

  return (
    <FormDialog title="Prepare prompts" onSubmit={save} onClose={onClose}>
      <TextArea
        label="Prompts, a line each"
        hint={`Up to ${maxPrompts}, sent with the keys 1 to ${maxPrompts}. Leave empty for the examples of the card.`}
        rows={9}
        maxLength={maxPrompts * maxPreparedChars}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  )
}
