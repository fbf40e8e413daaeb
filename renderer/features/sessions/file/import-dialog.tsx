import { useEffect } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { type Incoming, useIncoming } from '../../../state/incoming.ts'
import { useLooking } from '../../../state/looking.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useLongWork } from '../use-long-work.ts'
import { useSessionsChanged } from '../use-sessions.ts'
import { importUpload, upload } from './transfer.ts'

/** Brings a file in and opens it, or says what is wrong with it. */
export function ImportDialog() {
  const { incoming, take } = useIncoming()
  if (incoming === undefined) return null
  return <Import key={nameOf(incoming)} incoming={incoming} onClose={() => take(undefined)} />
}

function Import({ incoming, onClose }: { readonly incoming: Incoming; onClose(): void }) {
  const { client } = useLiveEngine()
  const changed = useSessionsChanged()
  // Of a damaged file comes back what is wrong with it, and its whole part can be taken in a second go.
  const {
    start,
    stop,
    part,
    done: damage,
    problem,
  } = useLongWork(async (damagedId: string | undefined, signal, onPart) => {
    const uploadId = damagedId ?? (await uploaded(client, incoming, signal))
    onPart(0)
    const damaged = damagedId === undefined ? 'refuse' : 'take-whole-part'
    const step = await importUpload(client, { uploadId, damaged }, signal, onPart)
    if (step.kind === 'damaged') return { ...step, uploadId }
    await changed()
    onClose()
    useLooking.getState().open(step.sessionId, step.name || 'Imported recording')
    return undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins anew
  useEffect(() => start(undefined), [start, incoming])

  function leave(): void {
    stop()
    if (damage) void client.sessionFiles.dropUpload({ uploadId: damage.uploadId })
    onClose()
  }

  return (
    <Dialog
      title={
        problem ? 'This file cannot be opened' : damage ? 'This recording is damaged' : 'Opening a recording'
      }
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{problem ? 'Close' : 'Cancel'}</Button>
          {damage && damage.entries > 0 && (
            <Button primary onClick={() => start(damage.uploadId)}>
              Import the intact part
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{visibleString(nameOf(incoming))}</strong>
      </p>
      <Problem error={problem} />
      {damage && (
        <p className="notice warning" role="alert">
          {damage.sentence} Nothing of it has been imported.
        </p>
      )}
      {!(problem || damage) && (
        <>
          <ProgressBar label="Importing" part={part} />
          <p className="muted">Canceling removes what was imported so far.</p>
        </>
      )}
    </Dialog>
  )
}

async function uploaded(client: EngineClient, incoming: Incoming, signal: AbortSignal): Promise<string> {
  return incoming.from === 'engine' ? incoming.uploadId : upload(client, incoming.file, signal)
}

function nameOf(incoming: Incoming): string {
  return incoming.from === 'window' ? incoming.file.name : incoming.name
}
