import { useState } from 'react'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useRecording } from '../use-sessions.ts'
import { DropZone } from './drop-zone.tsx'
import { ExportDialog } from './export-dialog.tsx'
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
      <ImportDialog />
      {exporting && session && <ExportDialog session={session} onClose={() => setExporting(false)} />}
    </>
  )
}
