import { useEffect, useRef, useState } from 'react'
import type { FileFormat, Selection } from '#shared/contract/session-files.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
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
      <fieldset className="choices" disabled={isBusy}>
        <legend>What to save</legend>
        <Pick name="what" label={`This exchange: ${row.label}`} on={!whole} onPick={() => setWhole(false)} />
        <Pick name="what" label="The whole session" on={whole} onPick={() => setWhole(true)} />
      </fieldset>
      <fieldset className="choices" disabled={isBusy}>
        <legend>As</legend>
        <Pick
          name="as"
          label="HAR 1.2, for a browser’s network panel and other tools"
          on={format === 'har'}
          onPick={() => setFormat('har')}
        />
        <Pick
          name="as"
          label="Lines of JSON, an entry each"
          on={format === 'ndjson'}
          onPick={() => setFormat('ndjson')}
        />
      </fieldset>
      <label className="choice">
        <input
          type="checkbox"
          checked={secrets}
          disabled={isBusy}
          onChange={({ target }) => setSecrets(target.checked)}
        />
        <span>With the secrets that Parley still knows</span>
      </label>
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

interface PickProps {
  readonly name: string
  readonly label: string
  readonly on: boolean
  onPick(): void
}

function Pick({ name, label, on, onPick }: PickProps) {
  return (
    <label className="choice">
      <input type="radio" name={name} checked={on} onChange={onPick} />
      <span>{label}</span>
    </label>
  )
}
