import { useState } from 'react'
import type { Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice, Choices } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/field.tsx'
import { counted } from '../../../ui/format.ts'
import { Problem } from '../../../ui/problem.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { nameOf } from '../session-words.ts'
import { type ChosenFormat, FormatChoices } from './format-choices.tsx'
import { useExport } from './transfer.ts'
import { type PartChoice, usePartChoices } from './use-part-choices.ts'

interface ExportDialogProps {
  readonly session: SessionView
  onClose(): void
}

/** Contents, as what; then how far it is, with a way to stop. */
export function ExportDialog({ session, onClose }: ExportDialogProps) {
  const parts = usePartChoices(session)
  const [selection, setSelection] = useState<Selection>({ of: 'session' })
  const [chosen, setChosen] = useState<ChosenFormat>({ format: 'parley', messageText: false })
  const [isConfirming, setConfirming] = useState(false)
  const { isRunning: isWriting, part, problem, start, stop } = useExport(onClose)
  const finish = () => {
    if (chosen.messageText && !isConfirming) return setConfirming(true)
    setConfirming(false)
    start({ sessionId: session.id, selection, ...chosen })
  }
  const goBack = () => (isConfirming ? setConfirming(false) : onClose())
  return (
    <Dialog
      title="Export this recording"
      onClose={onClose}
      actions={
        <>
          <Button onClick={isWriting ? stop : goBack}>{isConfirming ? 'Back' : 'Cancel'}</Button>
          <Button primary disabled={isWriting} onClick={finish}>
            {isConfirming ? 'Export with message text' : 'Export'}
          </Button>
        </>
      }
    >
      <p>
        <strong>{visibleString(nameOf(session))}</strong>, {counted(session.entries, 'entry', 'entries')}.
        Known secrets are redacted before the file is written.
      </p>
      <Choices legend="Contents" disabled={isWriting || isConfirming}>
        <Choice
          name="part"
          label="Entire recording"
          checked={selection.of === 'session'}
          onPick={() => setSelection({ of: 'session' })}
        />
        <PartOf label="One task" parts={parts.tasks} selection={selection} onPick={setSelection} />
        <PartOf label="One conversation" parts={parts.contexts} selection={selection} onPick={setSelection} />
      </Choices>
      <FormatChoices chosen={chosen} disabled={isWriting || isConfirming} onChoose={setChosen} />
      {isConfirming && (
        <p className="notice warning" role="alert">
          Prompts and answers will be in the traces, and in every store they are sent to.
        </p>
      )}
      {isWriting && (
        <>
          <ProgressBar label="Exporting" part={part} />
          <p className="muted">Canceling leaves no file.</p>
        </>
      )}
      <Problem error={problem} />
    </Dialog>
  )
}

interface PartOfProps {
  readonly label: string
  readonly parts: readonly PartChoice[]
  readonly selection: Selection
  onPick(selection: Selection): void
}

/** One part of a kind, and which. */
function PartOf({ label, parts, selection, onPick }: PartOfProps) {
  const [index, setIndex] = useState(0)
  const part = parts[index]
  if (part === undefined) return null
  const isPicked = selection.of === part.selection.of
  const pick = (next: number) => {
    setIndex(next)
    if (parts[next]) onPick(parts[next].selection)
  }
  return (
    <p className="part-of text-line gap-8">
      <Choice name="part" label={label} checked={isPicked} onPick={() => pick(index)} />
      <Select
        className="part-choice"
        aria-label={`${label} of the recording`}
        options={[...parts.keys()]}
        value={index}
        nameOf={(place) => parts[place]?.label ?? ''}
        onChange={pick}
      />
    </p>
  )
}
