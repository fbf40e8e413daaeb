import { useEffect, useRef, useState } from 'react'
import type { FileFormat, Selection } from '#shared/contract/session-files.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { Check, Choice, Choices } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { exportSession } from '../../sessions/index.ts'

type Phase =
  | { readonly kind: 'asking'; readonly problem?: string }
  | { readonly kind: 'confirming' }
  | { readonly kind: 'writing'; readonly part: number }

type Format = Extract<FileFormat, 'har' | 'ndjson'>

/** The exchange, or all of its session, as a file for other programs. Secrets go along only after a second question. */
export function SaveDialog({ row, onClose }: { readonly row: ExchangeRow; onClose(): void }) {
  const { client } = useLiveEngine()
  const [whole, setWhole] = useState(false)
  const [format, setFormat] = useState<Format>('har')
  const [secrets, setSecrets] = useState(false)
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' })
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  function write(): void {
    stop.current = new AbortController()
    const { signal } = stop.current
    const selection: Selection = whole ? { of: 'session' } : { of: 'exchanges', exchangeIds: [row.id] }
    setPhase({ kind: 'writing', part: 0 })
    exportSession(client, { sessionId: row.sessionId, selection, format, secrets }, signal, (part) =>
      setPhase({ kind: 'writing', part }),
    ).then(onClose, (error: unknown) =>
      setPhase(signal.aborted ? { kind: 'asking' } : { kind: 'asking', problem: messageOf(error) }),
    )
  }

  const isBusy = phase.kind !== 'asking'
  return (
    <Dialog
      title="Save as a file"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => (phase.kind === 'confirming' ? setPhase({ kind: 'asking' }) : onClose())}>
            {phase.kind === 'confirming' ? 'Back' : 'Cancel'}
          </Button>
          <Button
            primary
            disabled={phase.kind === 'writing'}
            onClick={() => (secrets && phase.kind === 'asking' ? setPhase({ kind: 'confirming' }) : write())}
          >
            {phase.kind === 'confirming' ? 'Save with secrets' : 'Save'}
          </Button>
        </>
      }
    >
      <Choices legend="What to save" disabled={isBusy}>
        <Choice
          name="what"
          label={`This exchange: ${row.label}`}
          checked={!whole}
          onPick={() => setWhole(false)}
        />
        <Choice name="what" label="The whole session" checked={whole} onPick={() => setWhole(true)} />
      </Choices>
      <Choices legend="As" disabled={isBusy}>
        <Choice
          name="as"
          label="HAR 1.2, for a browser’s network panel and other tools"
          checked={format === 'har'}
          onPick={() => setFormat('har')}
        />
        <Choice
          name="as"
          label="Lines of JSON, an entry each"
          checked={format === 'ndjson'}
          onPick={() => setFormat('ndjson')}
        />
      </Choices>
      <Check
        label="With the secrets that Parley still knows"
        checked={secrets}
        disabled={isBusy}
        onChange={setSecrets}
      />
      {phase.kind === 'confirming' && (
        <p className="notice warning" role="alert">
          Tokens and keys will stand in the file as they are. Whoever gets to read it can call the agent as
          you.
        </p>
      )}
      {phase.kind === 'writing' && <ProgressBar label="Saving" part={phase.part} />}
      {phase.kind === 'asking' && phase.problem !== undefined && (
        <p className="notice" role="alert">
          {phase.problem}
        </p>
      )}
    </Dialog>
  )
}
