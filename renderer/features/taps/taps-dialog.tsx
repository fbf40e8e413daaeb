import { useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { lateDialog } from '../../ui/late-part.tsx'
import { useFoundAgents } from './use-taps.ts'

const OpenTaps = lateDialog('Taps', () => import('./open-taps.tsx').then((module) => module.OpenTaps))

/** Opens by its command. */
export function TapsDialog() {
  const [open, setOpen] = useState(false)
  useFoundAgents()
  useCommand('agent.tap', () => setOpen(true))
  return open ? <OpenTaps onClose={() => setOpen(false)} /> : null
}
