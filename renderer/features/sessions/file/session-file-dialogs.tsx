import { useEffect, useRef, useState } from 'react'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useIncoming } from '../../../state/incoming.ts'
import { ExportDialog } from '../late-parts.ts'
import { useRecording } from '../use-sessions.ts'
import { ImportDialog } from './import-dialog.tsx'

/** Sessions as files, wherever in the window they come from or are asked for. */
export function SessionFileDialogs() {
  const { recorded } = useEngine()
  const { data: recording, refetch } = useRecording()
  const [exporting, setExporting] = useState(false)
  const session = recorded?.session ?? recording?.session
  // How long the live one is by now, the dialog needs to know.
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

/** Opens the system's picker. */
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

/** A session file may be dropped anywhere on the window. What else is dragged (text, a file for the composer) is left alone. */
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
    // Before the composer, which takes files as attachments.
    window.addEventListener('drop', onDrop, { capture: true, signal })
    return () => stop.abort()
  }, [])
  return over ? <p className="drop-hint">A .parley, .har or .ndjson file opens when you drop it</p> : null
}

/** Names are not told while something is dragged, only that there are files. */
function isForeign(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}
