import { useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { lateDialog } from '../../ui/late-part.tsx'
import { StorageDialog } from '../sessions/index.ts'

const SettingsDialog = lateDialog('Settings', () =>
  import('./settings-dialog.tsx').then((module) => module.SettingsDialog),
)
const CallDefaultsDialog = lateDialog('Defaults for calls', () =>
  import('./call-defaults-dialog.tsx').then((module) => module.CallDefaultsDialog),
)
const TracesDialog = lateDialog('Traces', () =>
  import('./traces/traces-dialog.tsx').then((module) => module.TracesDialog),
)

/** Opens by its command. */
export function Settings() {
  const [shown, setShown] = useState<'settings' | 'storage' | 'calls' | 'traces'>()
  const close = () => setShown(undefined)
  useCommand('settings.open', () => setShown('settings'))
  useCommand('traces.open', () => setShown('traces'))
  if (shown === 'storage') return <StorageDialog onClose={close} />
  if (shown === 'calls') return <CallDefaultsDialog onClose={() => setShown('settings')} />
  if (shown === 'traces') return <TracesDialog onClose={close} />
  return shown === undefined ? null : <SettingsDialog onClose={close} onOpen={setShown} />
}
