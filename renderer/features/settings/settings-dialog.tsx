// Settings of the whole window. Each change applies at once.

import type { ReactNode } from 'react'
import { runCommand } from '../../commands/commands.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { useReceiver } from '../../record/use-receiver.ts'
import { densities, fonts, motions, themes, useLook, useTheme } from '../../state/appearance.ts'
import { useKeys } from '../../state/keys.ts'
import { keepChoices, useRetention } from '../../state/preferences.ts'
import { Button, CopyButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Segments, Select } from '../../ui/field.tsx'
import './settings.css'

export type OpenedSettings = 'storage' | 'calls' | 'traces' | 'receiver'

interface SettingsDialogProps {
  onClose(): void
  onOpen(dialog: OpenedSettings): void
}

export function SettingsDialog({ onClose, onOpen }: SettingsDialogProps) {
  const changedKeys = useKeys(({ choices }) => choices.length)
  const hasReceiver = useReceiver().data !== undefined
  const leaveFor = (command: 'keys.show' | 'app.updates' | 'spans.receive') => {
    onClose()
    runCommand(command)
  }
  return (
    <Dialog title="Settings" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Appearance />
      <SettingGroup title="Agents and keys">
        <Setting
          title="Calls"
          hint="Transport, timeouts, polling and accepted output modes for agents without settings of their own."
        >
          <Button onClick={() => onOpen('calls')}>Change defaults…</Button>
        </Setting>
        {hasReceiver && (
          <Setting title="Webhook receiver" hint="Where it listens, and who can reach it.">
            <Button onClick={() => onOpen('receiver')}>Address and port…</Button>
          </Setting>
        )}
        <Setting
          title="Keyboard shortcuts"
          hint={changedKeys === 0 ? 'None changed.' : `${changedKeys} changed.`}
        >
          <Button onClick={() => leaveFor('keys.show')}>Show and change…</Button>
        </Setting>
      </SettingGroup>
      <StoredData onOpen={onOpen} />
      <SettingGroup title="Telemetry">
        <Setting
          title="Traces"
          hint="Send what you record to your own OpenTelemetry endpoint. Off by default."
        >
          <Button onClick={() => onOpen('traces')}>Set up sending…</Button>
        </Setting>
        <Setting title="Agent spans" hint="Receive what agents send with OpenTelemetry. Off by default.">
          <Button onClick={() => leaveFor('spans.receive')}>Set up receiving…</Button>
        </Setting>
        <Setting title="Usage data" hint="Parley itself reports nothing about you or your agents to anyone.">
          <span className="dim">None</span>
        </Setting>
      </SettingGroup>
      <SettingGroup title="Parley">
        <Setting title="Updates" hint="Parley checks for updates only if you turn that on.">
          <Button onClick={() => leaveFor('app.updates')}>Check for updates…</Button>
        </Setting>
      </SettingGroup>
    </Dialog>
  )
}

function Appearance() {
  const { theme, setTheme } = useTheme()
  const look = useLook()
  return (
    <SettingGroup title="Appearance">
      <Choice title="Theme" options={themes} value={theme} onChange={setTheme} />
      <Choice
        title="Density"
        hint="Comfortable has larger type and more room."
        options={densities}
        value={look.density}
        onChange={(density) => useLook.setState({ density })}
      />
      <Choice
        title="Fonts"
        hint="Inter and JetBrains Mono are bundled and look the same on every system."
        options={fonts}
        value={look.fonts}
        onChange={(next) => useLook.setState({ fonts: next })}
      />
      <Choice
        title="Motion"
        hint="Reduced turns animations off."
        options={motions}
        value={look.motion}
        onChange={(motion) => useLook.setState({ motion })}
      />
    </SettingGroup>
  )
}

function StoredData({ onOpen }: Pick<SettingsDialogProps, 'onOpen'>) {
  const { dataDir, logFile } = useLiveEngine().capabilities
  return (
    <SettingGroup title="Recordings and data">
      <Setting
        title="Data folder"
        hint={
          <>
            Recordings are kept in <span className="mono">{dataDir}</span>. Start Parley with{' '}
            <span className="mono">--data-dir</span> to use another.
          </>
        }
      >
        <Button onClick={() => onOpen('storage')}>Space on disk…</Button>
      </Setting>
      <KeepSessions />
      <Setting title="Log" hint={<span className="mono">{logFile}</span>}>
        <CopyButton name="Copy path" text={logFile} />
      </Setting>
    </SettingGroup>
  )
}

function KeepSessions() {
  const { keepDays } = useRetention()
  return (
    <Setting
      title="Keep recordings"
      hint="Older ones are deleted when Parley starts and once a day. Pinned and imported recordings stay."
    >
      <Select
        className="settings-choice"
        aria-label="Keep recordings"
        options={[...new Set([...keepChoices, keepDays])]}
        value={keepDays}
        nameOf={(days) => (days === 0 ? 'Until deleted' : `${days} days`)}
        onChange={(days) => useRetention.setState({ keepDays: days })}
      />
    </Setting>
  )
}

const names = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  compact: 'Compact',
  comfortable: 'Comfortable',
  reduced: 'Reduced',
  bundled: 'Bundled',
}

interface ChoiceProps<T extends keyof typeof names> {
  readonly title: string
  readonly hint?: string
  readonly options: readonly T[]
  readonly value: T
  onChange(option: T): void
}

function Choice<T extends keyof typeof names>({ title, hint, ...rest }: ChoiceProps<T>) {
  return (
    <Setting title={title} hint={hint}>
      <Segments label={title} nameOf={(each) => names[each]} {...rest} />
    </Setting>
  )
}

function SettingGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="setting-group" aria-label={title}>
      <h3 className="dim small">{title}</h3>
      {children}
    </section>
  )
}

interface SettingProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}

function Setting({ title, hint, children }: SettingProps) {
  return (
    <div className="setting line gap-16">
      <div className="fills breaks">
        <h4>{title}</h4>
        {hint !== undefined && <p className="field-hint">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
