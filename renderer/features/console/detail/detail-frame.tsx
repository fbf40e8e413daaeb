import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SnippetForm } from '#shared/export/snippet.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { Question } from '../../../ui/dialog.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { type Tab, TabbedPane } from '../../../ui/tabs.tsx'
import { DetailActions } from './detail-actions.tsx'
import { type CopyOutcome, formNames, useCopy } from './use-copy.ts'
import '../console.css'

interface DetailFrameProps<Id extends string> {
  readonly name: string
  readonly title: ReactNode
  /** The exchange for copy, resend and save. */
  readonly row: ExchangeRow | undefined
  readonly tabs: readonly Tab<Id>[]
  readonly current: NoInfer<Id>
  onChange(id: NoInfer<Id>): void
  readonly children: ReactNode
}

/** The frame of the inspector: title, actions, tabs, and the outcome of actions. */
export function DetailFrame<Id extends string>(props: DetailFrameProps<Id>) {
  const { row, ...rest } = props
  const copying = useCopy(row?.id)
  return (
    <TabbedPane
      {...rest}
      actions={row && <DetailActions row={row} copying={copying} />}
      foot={
        copying.outcome && (
          <OutcomeLine
            outcome={copying.outcome}
            onCopy={copying.copy}
            onClose={() => copying.setOutcome(undefined)}
          />
        )
      }
    />
  )
}

/** Only with findings. */
export function findingsTab({ findings: { error, warning, info } }: ExchangeRow) {
  const count = error + warning + info
  return count > 0 ? [{ id: 'findings', name: 'Problems', count } as const] : []
}

interface OutcomeLineProps {
  readonly outcome: CopyOutcome
  onCopy(form: SnippetForm, secrets: true): void
  onClose(): void
}

function OutcomeLine({ outcome, onCopy, onClose }: OutcomeLineProps) {
  const [snippetForm, setSnippetForm] = useState<SnippetForm>()
  return (
    <div
      className={joinDefined(
        ' ',
        'told-line line rigid gap-8 rule-above small',
        outcome.isProblem && 'tone-bad',
      )}
    >
      <span role="status">{outcome.text}</span>
      {outcome.withSecrets !== undefined && (
        <LinkButton onClick={() => setSnippetForm(outcome.withSecrets)}>Copy with secrets…</LinkButton>
      )}
      <span className="spacer" />
      <IconButton label="Dismiss" icon={<X size={12} />} onClick={onClose} />
      {snippetForm !== undefined && (
        <Question
          title="Copy with secrets?"
          no="Cancel"
          yes="Copy with secrets"
          onNo={() => setSnippetForm(undefined)}
          onYes={() => {
            onCopy(snippetForm, true)
            setSnippetForm(undefined)
          }}
        >
          <p>
            The request’s tokens and keys will be readable in the clipboard, as {formNames[snippetForm]}.
            Anyone who can read it can call the agent as you.
          </p>
        </Question>
      )}
    </div>
  )
}
