import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { useCompact } from './use-sessions.ts'

export function StorageDialog({ onClose }: { readonly onClose: () => void }) {
  const { capabilities } = useEngine()
  const compact = useCompact()
  return (
    <Dialog
      title="Space on disk"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button primary disabled={compact.isPending} onClick={() => compact.mutate()}>
            {compact.isPending ? 'Compacting…' : 'Compact'}
          </Button>
        </>
      }
    >
      <p>
        Sessions are kept until you delete them, in <span className="mono">{capabilities.dataDir}</span>.
        Compacting rewrites the files as small as they can be; recording waits while it does.
      </p>
      {compact.data && (
        <p role="status">
          {formatBytes(compact.data.beforeBytes)} before, {formatBytes(compact.data.afterBytes)} now.
        </p>
      )}
      {compact.error && (
        <p className="notice" role="alert">
          {messageOf(compact.error)}
        </p>
      )}
    </Dialog>
  )
}
