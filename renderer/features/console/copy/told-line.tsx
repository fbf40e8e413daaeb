import { X } from 'lucide-react'
import { useState } from 'react'
import type { SnippetForm } from '#shared/export/snippet.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { Question } from '../../../ui/question.tsx'
import { type CopyTold, formNames } from './use-copy.ts'

interface ToldLineProps {
  readonly told: CopyTold
  onCopy(form: SnippetForm, secrets: true): void
  onClose(): void
}

/** What became of what was asked for, in the pane it was asked in. */
export function ToldLine({ told, onCopy, onClose }: ToldLineProps) {
  const [asking, setAsking] = useState<SnippetForm>()
  return (
    <div className={told.isProblem ? 'told-line problem' : 'told-line'}>
      <span role="status">{told.text}</span>
      {told.withSecrets !== undefined && (
        <LinkButton onClick={() => setAsking(told.withSecrets)}>Copy with secrets…</LinkButton>
      )}
      <span className="spacer" />
      <IconButton label="Dismiss" icon={<X size={12} />} onClick={onClose} />
      {asking !== undefined && (
        <Question
          title="Copy with secrets?"
          no="Cancel"
          yes="Copy with secrets"
          onNo={() => setAsking(undefined)}
          onYes={() => {
            onCopy(asking, true)
            setAsking(undefined)
          }}
        >
          <p>
            The request’s tokens and keys will be readable in the clipboard, as {formNames[asking]}. Anyone
            who can read it can call the agent as you.
          </p>
        </Question>
      )}
    </div>
  )
}
