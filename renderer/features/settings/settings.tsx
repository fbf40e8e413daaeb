import { type ComponentProps, useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { useReceiver } from '../../record/use-receiver.ts'
import { lateDialog } from '../../ui/lazy-part.tsx'
import type * as console from '../console/lazy.ts'
import { StorageDialog } from '../sessions/index.ts'
import type { OpenedSettings } from './settings-dialog.tsx'

const ReceiveDialog = lateDialog('Agent spans', () =>
  import('../spans/lazy.ts').then((module) => module.ReceiveDialog),
)
const UnknownTraces = lateDialog('Unknown traces', () =>
  import('../spans/lazy.ts').then((module) => module.UnknownTraces),
)

const SettingsDialog = lateDialog('Settings', () =>
  import('./settings-dialog.tsx').then((module) => module.SettingsDialog),
)
const CallDefaultsDialog = lateDialog('Defaults for calls', () =>
  import('./call-defaults-dialog.tsx').then((module) => module.CallDefaultsDialog),
)

const TracesDialog = lateDialog('Traces', () =>
  import('./traces-dialog.tsx').then((module) => module.TracesDialog),
)

const ReceiverDialog = lateDialog<ComponentProps<typeof console.ReceiverDialog>>('Webhook receiver', () =>
  import('../console/lazy.ts').then((module) => module.ReceiverDialog),
)

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

export function SpanDialogs() {
  const [shown, setShown] = useState<'receive' | 'unknown'>()
  const close = () => setShown(undefined)
  useCommand('spans.receive', () => setShown('receive'))
  useCommand('spans.unknown', () => setShown('unknown'))
  if (shown === 'receive') return <ReceiveDialog onClose={close} onUnknown={() => setShown('unknown')} />
  return shown === 'unknown' ? <UnknownTraces onClose={close} /> : null
}
