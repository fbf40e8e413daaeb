// What brings back the panes that the window has no room for.

import { ChevronLeft, ChevronRight, Menu } from 'lucide-react'
import { noSidebar, onePane, useHasAgents, useLayout } from '../state/layout.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'

/** There where the agents aren’t in sight. */
export function SidebarButton() {
  const isDocked = useHasAgents()
  const isOpen = useLayout(({ isDrawerOpen }) => isDrawerOpen)
  const hasNoSidebar = useMedia(noSidebar)
  if (isDocked && !hasNoSidebar) return null
  return (
    <IconButton
      label="Agents and recordings"
      aria-expanded={hasNoSidebar && isOpen}
      icon={<Menu size={15} />}
      onClick={() => useLayout.getState().toggle('agents')}
    />
  )
}

/** In a window with room for the mode or the inspector: to the other of them. */
export function InspectorButton() {
  const hasOnePane = useMedia(onePane)
  const isAlone = useLayout(({ isInspectorAlone }) => isInspectorAlone)
  if (!hasOnePane) return null
  return (
    <Button className="rigid" onClick={() => useLayout.getState().toggle('inspector')}>
      {isAlone && <ChevronLeft size={13} />} {isAlone ? 'Back' : 'Inspector'}{' '}
      {!isAlone && <ChevronRight size={13} />}
    </Button>
  )
}
