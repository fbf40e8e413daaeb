import { useCallback, useEffect, useRef, useState } from 'react'
import { useLiveEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { type Incoming, useIncoming } from '../../../state/incoming.ts'
import { useLooking } from '../../../state/looking.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useSessionsChanged } from '../use-sessions.ts'
import { importUpload, upload } from './transfer.ts'

type Phase =
  | { readonly kind: 'reading'; readonly part: number | undefined }
  | {
      readonly kind: 'damaged'
      readonly uploadId: string
      readonly sentence: string
      readonly entries: number
    }
  | { readonly kind: 'failed'; readonly sentence: string }

/** Brings a file in and opens it, or says what is wrong with it. */
export function ImportDialog() {
  const { incoming, take } = useIncoming()
  if (incoming === undefined) return null
  return <Import key={nameOf(incoming)} incoming={incoming} onClose={() => take(undefined)} />
}

function Import({ incoming, onClose }: { readonly incoming: Incoming; onClose(): void }) {
  const { client } = useLiveEngine()
  const changed = useSessionsChanged()
  const [phase, setPhase] = useState<Phase>({ kind: 'reading', part: undefined })
  const stop = useRef(new AbortController())
  const close = useRef(onClose)
  close.current = onClose

  const read = useCallback(
    async (uploadId: string, damaged: 'refuse' | 'take-whole-part', signal: AbortSignal) => {
      setPhase({ kind: 'reading', part: 0 })
      const step = await importUpload(client, { uploadId, damaged }, signal, (part) =>
        setPhase({ kind: 'reading', part }),
      )
      if (step.kind === 'damaged') return setPhase({ ...step, uploadId })
      await changed()
      close.current()
      useLooking.getState().open(step.sessionId, step.name || 'Imported session')
    },
    [client, changed],
  )
  const begin = useRef(read)
  begin.current = read

  useEffect(() => {
    const { signal } = renew(stop)
    const sent = incoming.from === 'engine' ? incoming.uploadId : upload(client, incoming.file, signal)
    Promise.resolve(sent)
      .then((uploadId) => begin.current(uploadId, 'refuse', signal))
      .catch((error: unknown) => {
        if (!signal.aborted) setPhase({ kind: 'failed', sentence: messageOf(error) })
      })
    return () => stop.current.abort()
  }, [client, incoming])

  function takeWholePart(uploadId: string): void {
    const { signal } = renew(stop)
    read(uploadId, 'take-whole-part', signal).catch((error: unknown) => {
      if (!signal.aborted) setPhase({ kind: 'failed', sentence: messageOf(error) })
    })
  }
  function leave(): void {
    stop.current.abort()
    if (phase.kind === 'damaged') void client.sessionFiles.dropUpload({ uploadId: phase.uploadId })
    onClose()
  }

  return (
    <Dialog
      title={titles[phase.kind]}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{phase.kind === 'failed' ? 'Close' : 'Cancel'}</Button>
          {phase.kind === 'damaged' && phase.entries > 0 && (
            <Button primary onClick={() => takeWholePart(phase.uploadId)}>
              Import the intact part
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{visibleString(nameOf(incoming))}</strong>
      </p>
      {phase.kind === 'reading' ? (
        <>
          <ProgressBar label="Importing" part={phase.part} />
          <p className="muted">Canceling removes what was imported so far.</p>
        </>
      ) : (
        <p className={phase.kind === 'damaged' ? 'notice warning' : 'notice'} role="alert">
          {phase.sentence}
          {phase.kind === 'damaged' && ' Nothing of it has been imported.'}
        </p>
      )}
    </Dialog>
  )
}

const titles: Readonly<Record<Phase['kind'], string>> = {
  reading: 'Opening a session',
  damaged: 'This session is damaged',
  failed: 'This file cannot be opened',
}

function renew(stop: { current: AbortController }): AbortController {
  stop.current.abort()
  stop.current = new AbortController()
  return stop.current
}

function nameOf(incoming: Incoming): string {
  return incoming.from === 'window' ? incoming.file.name : incoming.name
}
