import { useState } from 'react'
import type { FileFormat, Selection } from '#shared/contract/session-files.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem, ProgressBar } from '../../../ui/feedback.tsx'
import { Checkbox, Choice, Choices } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useExport } from '../../sessions/index.ts'

type Format = Extract<FileFormat, 'har' | 'ndjson'>

/** Saves the exchange, or its whole session, as a file for other programs. Secrets need a second confirmation. */
export function SaveDialog({ row, onClose }: { readonly row: ExchangeRow; onClose(): void }) {
  const [whole, setWhole] = useState(false)
  const [format, setFormat] = useState<Format>('har')
  const [secrets, setSecrets] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const { isRunning: isWriting, part, problem, start } = useExport(onClose)

  function save(): void {
    setConfirming(false)
    const selection: Selection = whole ? { of: 'session' } : { of: 'exchanges', exchangeIds: [row.id] }
    start({ sessionId: row.sessionId, selection, format, secrets })
  }

  return (
    <Dialog
      title="Save as a file"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => (confirming ? setConfirming(false) : onClose())}>
            {confirming ? 'Back' : 'Cancel'}
          </Button>
          <Button
            primary
            disabled={isWriting}
            onClick={() => (secrets && !confirming ? setConfirming(true) : save())}
          >
            {confirming ? 'Save with secrets' : 'Save'}
          </Button>
        </>
      }
    >
      <Choices legend="Contents" disabled={isWriting || confirming}>
        <Choice
          name="what"
          label={`This request: ${visibleString(row.label)}`}
          checked={!whole}
          onPick={() => setWhole(false)}
        />
        <Choice name="what" label="Entire recording" checked={whole} onPick={() => setWhole(true)} />
      </Choices>
      <Choices legend="Format" disabled={isWriting || confirming}>
        <Choice
          name="as"
          label="HAR 1.2, for a browser’s network panel and other tools"
          checked={format === 'har'}
          onPick={() => setFormat('har')}
        />
        <Choice
          name="as"
          label="JSON lines, one entry per line"
          checked={format === 'ndjson'}
          onPick={() => setFormat('ndjson')}
        />
      </Choices>
      <Checkbox
        label="With the secrets that Parley still has"
        checked={secrets}
        disabled={isWriting || confirming}
        onChange={setSecrets}
      />
      {confirming && (
        <p className="notice warning" role="alert">
          Tokens and keys will be readable in the file. Anyone who can read it can call the agent as you.
        </p>
      )}
      {isWriting && <ProgressBar label="Saving" part={part} />}
      <Problem error={problem} />
    </Dialog>
  )
}
