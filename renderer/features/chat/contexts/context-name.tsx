import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'

interface ContextNameProps {
  readonly name: string
  onName(name: string): void
  onClose(): void
}

export function ContextName({ name, onName, onClose }: ContextNameProps) {
  const [text, setText] = useState(name)
  return (
    <Dialog
      title="Name the context"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button primary type="submit" form="context-name">
            Name it
          </Button>
        </>
      }
    >
      <form
        id="context-name"
        onSubmit={(event) => {
          event.preventDefault()
          onName(text.trim())
        }}
      >
        <TextField
          label="Name"
          value={text}
          maxLength={200}
          autoFocus
          hint="Yours alone; the agent does not learn it. Empty: its first words again."
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  )
}
