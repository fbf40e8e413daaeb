import { type FormEvent, useId, useState } from 'react'
import { mostPrompts, usePresenting } from '../../state/presenting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'

interface PrepareDialogProps {
  readonly prompts: readonly string[]
  onClose(): void
}

export function PrepareDialog({ prompts, onClose }: PrepareDialogProps) {
  const formId = useId()
  const [text, setText] = useState(prompts.slice(0, mostPrompts).join('\n'))

  function save(event: FormEvent): void {
    event.preventDefault()
    const lines = text.split('\n').map((line) => line.trim())
    usePresenting.getState().prepare(lines.filter((line) => line !== '').slice(0, mostPrompts))
    onClose()
  }

  return (
    <Dialog
      title="Prepare prompts"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button primary type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save}>
        <TextArea
          label="Prompts, a line each"
          hint={`Up to ${mostPrompts}, said with the keys 1 to ${mostPrompts}. Empty: what the agent's card suggests.`}
          rows={9}
          maxLength={mostPrompts * 4_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  )
}
