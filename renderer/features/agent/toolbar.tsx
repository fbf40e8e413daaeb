import { Monitor, Moon, Search, Sun } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { runCommand, useCommand } from '../../commands/commands.ts'
import { isMac, keyLabel } from '../../commands/keys.ts'
import { useTheme } from '../../state/theme.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Logo } from './logo.tsx'
import { speaks, useConnect, useDiscovery, useSelectedAgent, useStartDemo } from './use-agent.ts'
import './toolbar.css'

export function Toolbar() {
  return (
    <header className="toolbar">
      <Logo />
      <AddressBar />
      <span className="spacer" />
      <Button onClick={() => runCommand('palette.open')} className="muted">
        <Search size={13} aria-hidden={true} /> <span className="toolbar-search">Commands</span>{' '}
        <kbd>{keyLabel('Mod+K', isMac)}</kbd>
      </Button>
      <ThemeButton />
    </header>
  )
}

function AddressBar() {
  const selected = useSelectedAgent()
  const discovery = useDiscovery()
  const connect = useConnect()
  const startDemo = useStartDemo()
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')

  useEffect(() => {
    if (selected) setAddress(selected.address)
  }, [selected])

  useCommand('address.focus', () => input.current?.select())
  useCommand('agent.demo', () => startDemo.mutate())
  useCommand('agent.connect', submit, address.trim() !== '')

  function submit(event?: FormEvent): void {
    event?.preventDefault()
    if (address.trim() !== '') connect.mutate(address.trim())
  }

  const connected = selected?.address === address.trim() && discovery.data?.found === true
  const spoken = connected ? speaks(discovery.data) : undefined
  const busy = connect.isPending || startDemo.isPending
  return (
    <form className="address-bar" onSubmit={submit}>
      <div className="address-field">
        <span className={connected ? 'dot on' : 'dot'} aria-hidden={true} />
        <input
          ref={input}
          aria-label="Agent address"
          className="mono"
          placeholder="http://127.0.0.1:41241, a card URL or host:port"
          spellCheck={false}
          autoComplete="off"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        {spoken && <span className="chip">{spoken}</span>}
      </div>
      <Button
        primary
        type="submit"
        className="address-connect"
        aria-busy={busy}
        disabled={busy || address.trim() === ''}
      >
        Connect
      </Button>
    </form>
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
