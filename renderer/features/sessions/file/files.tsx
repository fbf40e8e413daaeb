import { useState } from 'react'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useRecording } from '../use-sessions.ts'
import { DropZone } from './drop-zone.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

/** Sessions as files, wherever in the window they come from or are asked for. */
export function SessionFiles() {
  const { recorded } = useEngine()
  const live = useRecording().data?.session
  const [exporting, setExporting] = useState(false)
  const session = recorded?.session ?? live
  useCommand('session.export', () => setExporting(true), session !== undefined)
  return (
    <>
      <DropZone />
      <ImportDialog />
      {exporting && session && <ExportDialog session={session} onClose={() => setExporting(false)} />}
    </>
  )
}
