import { useState } from 'react'
import type { FileFormat, Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice, Choices } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { nameOf } from '../session-words.ts'
import { useExport } from './use-export.ts'
import { type PartChoice, usePartChoices } from './use-part-choices.ts'

interface ExportDialogProps {
  readonly session: SessionView
  onClose(): void
}

/** What to take along, as what; then how far it is, with a way to stop. */
export function ExportDialog({ session, onClose }: ExportDialogProps) {
  const parts = usePartChoices(session)
  const [selection, setSelection] = useState<Selection>({ of: 'session' })
  const [format, setFormat] = useState<FileFormat>('parley')
  const { part, problem, write, stop } = useExport(onClose)
  const isWriting = part !== undefined
  return (
    <Dialog
      title="Export this session"
      onClose={onClose}
      actions={
        <>
          <Button onClick={isWriting ? stop : onClose}>Cancel</Button>
          <Button
            primary
            disabled={isWriting}
            onClick={() => write({ sessionId: session.id, selection, format })}
          >
            Export
          </Button>
        </>
      }
    >
      <p>
        <strong>{visibleString(nameOf(session))}</strong>, {counted(session.entries, 'entry', 'entries')}.
        Secrets leave it before it is written: what Parley knows as one is a mark in the file.
      </p>
      <Choices legend="What to take along" disabled={isWriting}>
        <Choice
          name="part"
          label="The whole session"
          checked={selection.of === 'session'}
          onPick={() => setSelection({ of: 'session' })}
        />
        <PartOf label="One task" parts={parts.tasks} selection={selection} onPick={setSelection} />
        <PartOf label="One context" parts={parts.contexts} selection={selection} onPick={setSelection} />
      </Choices>
      <Choices legend="As what" disabled={isWriting}>
        <Choice
          name="format"
          label="A Parley file"
          hint="Opens in any Parley, in all panes, and can be replayed and served there."
          checked={format === 'parley'}
          onPick={() => setFormat('parley')}
        />
        <Choice
          name="format"
          label="A web page"
          hint="One file that opens in any browser, without Parley and without a network."
          checked={format === 'html'}
          onPick={() => setFormat('html')}
        />
      </Choices>
      {isWriting && (
        <>
          <ProgressBar label="Exporting" part={part} />
          <p className="muted">Canceling leaves no file.</p>
        </>
      )}
      {problem !== undefined && (
        <p className="notice" role="alert">
          {problem}
        </p>
      )}
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
    <p className="part-of">
      <Choice name="part" label={label} checked={isPicked} onPick={() => pick(index)} />
      <select
        className="input part-choice"
        aria-label={`${label} of the session`}
        value={index}
        onChange={({ target }) => pick(Number(target.value))}
      >
        {parts.map((each, place) => (
          <option key={each.label} value={place}>
            {each.label}
          </option>
        ))}
      </select>
    </p>
  )
}
