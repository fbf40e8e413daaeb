import { Ellipsis, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { runCommand } from '../../../commands/commands.ts'
import { useKeyLabel } from '../../../commands/keys.ts'
import { BackForward, InspectorButton, ModeTabs, SidebarButton } from '../../../commands/window-buttons.tsx'
import { useEngine } from '../../../host/engine.tsx'
import { noSidebar } from '../../../state/layout.ts'
import { Button } from '../../../ui/button.tsx'
import { useMedia } from '../../../ui/hooks.ts'
import { Menu } from '../../../ui/menu.tsx'
import { AgentDialogs } from '../agent-dialogs.tsx'
import { AddressBar, RecordedChip } from './address-bar.tsx'
import './toolbar.css'

interface ToolbarProps {
  /** Beside the mode. */
  readonly hasPanes: boolean
  /** Always visible. */
  readonly status: ReactNode
}

export function Toolbar({ hasPanes, status }: ToolbarProps) {
  const { canCall } = useEngine()
  const keys = useKeyLabel('palette.open')
  const hasNoSidebar = useMedia(noSidebar)
  return (
    <header className="toolbar line gap-8 rigid rule-below">
      {hasPanes && <SidebarButton />}
      <Logo />
      <ModeTabs />
      <BackForward />
      {hasPanes && <InspectorButton />}
      {canCall ? <AddressBar /> : <RecordedChip />}
      <span className="spacer" />
      {status}
      <Button onClick={() => runCommand('palette.open')} className="dim">
        <Search size={13} /> <span className="toolbar-search">Search</span>{' '}
        {keys && <kbd className="toolbar-key">{keys}</kbd>}
      </Button>
      {hasNoSidebar ? (
        <Menu
          label="Window menu"
          button={<Ellipsis size={15} />}
          items={() => [
            { label: 'Settings', run: () => runCommand('settings.open') },
            { label: 'Keyboard shortcuts', run: () => runCommand('keys.show') },
          ]}
        />
      ) : (
        <Button onClick={() => runCommand('settings.open')} className="dim">
          Settings
        </Button>
      )}
      <AgentDialogs />
    </header>
  )
}

/** The two bubbles of resources/icon.svg, in the colours of the theme. */
function Logo() {
  return (
    <h1 className="logo line gap-8">
      <svg width="18" height="18" viewBox="4 5 24 24" aria-hidden={true}>
        <mask id="logo-behind">
          <rect x="4" y="5" width="24" height="24" fill="#fff" />
          <path d={outline} fill="#000" stroke="#000" strokeWidth="4" />
        </mask>
        <path
          d="M24 28v-4h1a3 3 0 0 0 3-3v-4a3 3 0 0 0-3-3H14v8a2 2 0 0 0 2 2h4z"
          fill="var(--completed)"
          mask="url(#logo-behind)"
        />
        <path d={`${outline}m1 4v2h10v-2zm0 4v2h6v-2z`} fill="var(--accent)" fillRule="evenodd" />
      </svg>
      <span className="logo-name">Parley</span>
    </h1>
  )
}

const outline = 'M7 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-7l-4 4v-4H7a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3z'
