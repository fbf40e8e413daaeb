import { useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { lateDialog } from '../../ui/late-part.tsx'

const ReceiveDialog = lateDialog('Agent spans', () =>
  import('../spans/late.ts').then((module) => module.ReceiveDialog),
)
const UnknownTraces = lateDialog('Unknown traces', () =>
  import('../spans/late.ts').then((module) => module.UnknownTraces),
)

/** Open by their commands. */
export function SpanDialogs() {
  const [shown, setShown] = useState<'receive' | 'unknown'>()
  const close = () => setShown(undefined)
  useCommand('spans.receive', () => setShown('receive'))
  useCommand('spans.unknown', () => setShown('unknown'))
  if (shown === 'receive') return <ReceiveDialog onClose={close} onUnknown={() => setShown('unknown')} />
  return shown === 'unknown' ? <UnknownTraces onClose={close} /> : null
}
