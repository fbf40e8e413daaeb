import { type ComponentProps, useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { useReceiver } from '../../record/use-receiver.ts'
import { lateDialog } from '../../ui/late-part.tsx'
import type * as console from '../console/late.ts'
import { StorageDialog } from '../sessions/index.ts'
import type { OpenedSettings } from './settings-dialog.tsx'

const SettingsDialog = lateDialog('Settings', () =>
  import('./settings-dialog.tsx').then((module) => module.SettingsDialog),
)
const CallDefaultsDialog = lateDialog('Defaults for calls', () =>
  import('./call-defaults-dialog.tsx').then((module) => module.CallDefaultsDialog),
)
const TracesDialog = lateDialog('Traces', () =>
  import('./traces/traces-dialog.tsx').then((module) => module.TracesDialog),
)

const ReceiverDialog = lateDialog<ComponentProps<typeof console.ReceiverDialog>>('Webhook receiver', () =>
  import('../console/late.ts').then((module) => module.ReceiverDialog),
)

/** Opens by its command. */
export function Settings() {
  const [shown, setShown] = useState<'settings' | OpenedSettings>()
  const receiver = useReceiver().data
  const close = () => setShown(undefined)
  useCommand('settings.open', () => setShown('settings'))
  useCommand('traces.open', () => setShown('traces'))
  if (shown === 'storage') return <StorageDialog onClose={close} />
  if (shown === 'calls') return <CallDefaultsDialog onClose={() => setShown('settings')} />
  if (shown === 'traces') return <TracesDialog onClose={close} />
  if (shown === 'receiver' && receiver) return <ReceiverDialog state={receiver} onClose={close} />
  return shown === undefined ? null : <SettingsDialog onClose={close} onOpen={setShown} />
}
