import { useState } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useContextName, useNoteContext } from './use-context-notes.ts'

interface ConversationNameProps {
  readonly agentId: string
  readonly contextId: string
  onClose(): void
}

export function ConversationName({ agentId, contextId, onClose }: ConversationNameProps) {
  const note = useNoteContext()
  const [text, setText] = useState(useContextName(agentId)(contextId) ?? '')
  return (
    <FormDialog
      title="Name the conversation"
      submitLabel="Save name"
      onSubmit={() => {
        void note({ agentId, contextId, name: text.trim(), forgotten: false })
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={text}
        maxLength={maxNameChars}
        autoFocus
        hint="Only you see it. Leave empty to use the first message."
        onChange={setText}
      />
    </FormDialog>
  )
}
