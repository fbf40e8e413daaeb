import { useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { ReceiveDialog } from './receiver/receive-dialog.tsx'
import { UnknownTraces } from './unknown/unknown-traces.tsx'

/** Open by their commands. */
export function SpanDialogs() {
  const [shown, setShown] = useState<'receive' | 'unknown'>()
  const close = () => setShown(undefined)
  useCommand('spans.receive', () => setShown('receive'))
  useCommand('spans.unknown', () => setShown('unknown'))
  if (shown === 'receive') return <ReceiveDialog onClose={close} onUnknown={() => setShown('unknown')} />
  return shown === 'unknown' ? <UnknownTraces onClose={close} /> : null
}
