import { useEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useCompact } from './use-compact.ts'

export function StorageDialog({ onClose }: { readonly onClose: () => void }) {
  const { capabilities } = useEngine()
  const { part, done, wasCancelled, problem, start, cancel } = useCompact()
  const isRunning = part !== undefined
  return (
    <Dialog
      title="Space on disk"
      onClose={onClose}
      actions={
        <>
          <Button onClick={isRunning ? cancel : onClose}>{isRunning ? 'Cancel' : 'Close'}</Button>
          <Button primary disabled={isRunning} onClick={start}>
            Compact
          </Button>
        </>
      }
    >
      <p>
        Sessions are kept until you delete them, in <span className="mono">{capabilities.dataDir}</span>.
        Compacting removes leftovers and makes the files as small as they can be. Recording continues
        meanwhile, and canceling keeps the space gained so far.
      </p>
      {isRunning && <ProgressBar label="Compacting" part={part} />}
      {done && (
        <p role="status">
          {formatBytes(done.beforeBytes)} before, {formatBytes(done.afterBytes)} now.
        </p>
      )}
      {wasCancelled && <p role="status">Canceled. The space gained so far is kept.</p>}
      <Problem error={problem} />
    </Dialog>
  )
}
