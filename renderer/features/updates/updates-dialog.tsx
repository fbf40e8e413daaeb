import { useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { lateDialog } from '../../ui/lazy-part.tsx'

const OpenUpdates = lateDialog('Parley updates', () =>
  import('./open-updates.tsx').then((module) => module.OpenUpdates),
)

export function UpdatesDialog() {
  const [open, setOpen] = useState(false)
  useCommand('app.updates', () => setOpen(true))
  return open ? <OpenUpdates onClose={() => setOpen(false)} /> : null
}
