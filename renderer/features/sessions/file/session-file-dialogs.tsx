import { useEffect, useRef, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine, useLiveEngine } from '../../../host/engine.tsx'
import { type Incoming, useIncoming } from '../../../state/incoming.ts'
import { useLooking } from '../../../state/viewing.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem, ProgressBar } from '../../../ui/feedback.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { ExportDialog } from '../lazy-parts.ts'
import { useLongWork, useRecording, useSessionsChanged } from '../use-sessions.ts'
import { importUpload, upload } from './transfer.ts'

export function SessionFileDialogs() {
  const { recorded } = useEngine()
  const { data: recording, refetch } = useRecording()
  const [exporting, setExporting] = useState(false)
  const session = recorded?.session ?? recording?.session
  // The dialog needs the current length of the live session.
  useCommand('session.export', () => void refetch().then(() => setExporting(true)), session !== undefined)
  return (
    <>
      <DropZone />
      <FilePicker />
      <ImportDialog />
      {exporting && session && <ExportDialog session={session} onClose={() => setExporting(false)} />}
    </>
  )
}

function FilePicker() {
  const picker = useRef<HTMLInputElement>(null)
  useCommand('session.import', () => picker.current?.click())
  return (
    <input
      ref={picker}
      type="file"
      accept=".parley,.har,.ndjson"
      hidden
      aria-label="Recording file"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) useIncoming.getState().take({ from: 'window', file })
        target.value = ''
      }}
    />
  )
}

/** A session file may be dropped anywhere on the window. Other drags (text, a file for the composer) are ignored. */
function DropZone() {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const leave = () => {
      depth = 0
      setOver(false)
    }
    const onEnter = (event: DragEvent) => {
      if (!isForeign(event)) return
      depth += 1
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!isForeign(event)) return
      depth -= 1
      if (depth <= 0) leave()
    }
    const onOver = (event: DragEvent) => {
      if (isForeign(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      leave()
      const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) =>
        /\.(parley|har|ndjson)$/i.test(name),
      )
      if (file === undefined) return
      event.preventDefault()
      event.stopPropagation()
      useIncoming.getState().take({ from: 'window', file })
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('dragenter', onEnter, { signal })
    window.addEventListener('dragleave', onLeave, { signal })
    window.addEventListener('dragover', onOver, { signal })
    // Before the composer, which attaches files.
    window.addEventListener('drop', onDrop, { capture: true, signal })
    return () => stop.abort()
  }, [])
  return over ? <p className="drop-hint">A .parley, .har or .ndjson file opens when you drop it</p> : null
}

/** Names are not available during a drag, only that there are files. */
function isForeign(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}

function ImportDialog() {
  const { incoming, take } = useIncoming()
  if (incoming === undefined) return null
  return <Import key={nameOf(incoming)} incoming={incoming} onClose={() => take(undefined)} />
}

function Import({ incoming, onClose }: { readonly incoming: Incoming; onClose(): void }) {
  const { client } = useLiveEngine()
  const changed = useSessionsChanged()
  // For a damaged file, this returns the damage, and its intact part can be imported in a second step.
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
          <p className="dim">Canceling removes what was imported so far.</p>
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
