import { useState } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface ContextNameProps {
  readonly name: string
  onName(name: string): void
  onClose(): void
}

export function ContextName({ name, onName, onClose }: ContextNameProps) {
  const [text, setText] = useState(name)
  return (
    <FormDialog
      title="Name the context"
      submitLabel="Name it"
      onSubmit={() => onName(text.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={text}
        maxLength={maxNameChars}
        autoFocus
        hint="Only you see it. Leave empty to use the first message."
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
