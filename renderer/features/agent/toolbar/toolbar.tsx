import { Monitor, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { runCommand } from '../../../commands/commands.ts'
import { useKeyLabel } from '../../../commands/keys.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useTheme } from '../../../state/theme.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { AgentDialogs } from '../agent-dialogs.tsx'
import { AddressBar } from './address-bar.tsx'
import { Logo } from './logo.tsx'
import './toolbar.css'

/** `status` is what else is to be seen at all times. */
export function Toolbar({ status }: { readonly status?: ReactNode }) {
  const { canCall } = useEngine()
  const keys = useKeyLabel('palette.open')
  return (
    <header className="toolbar">
      <Logo />
      {canCall && <AddressBar />}
      <span className="spacer" />
      {status}
      <Button onClick={() => runCommand('palette.open')} className="muted">
        <Search size={13} aria-hidden={true} /> <span className="toolbar-search">Commands</span>{' '}
        {keys && <kbd>{keys}</kbd>}
      </Button>
      <ThemeButton />
      <AgentDialogs />
    </header>
  )
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon }

function ThemeButton() {
  const theme = useTheme((state) => state.theme)
  const Icon = themeIcons[theme]
  return (
    <IconButton
      label={`Theme: ${theme}. Switch`}
      icon={<Icon size={15} aria-hidden={true} />}
      onClick={useTheme.getState().cycle}
    />
  )
}
