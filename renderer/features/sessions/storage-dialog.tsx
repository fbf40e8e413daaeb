import type { EngineClient } from '#shared/contract/contract.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem, ProgressBar } from '../../ui/feedback.tsx'
import { formatBytes } from '../../ui/format.ts'
import { useLongWork } from './use-sessions.ts'

export function StorageDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, capabilities } = useLiveEngine()
  const { isRunning, part, done, wasStopped, problem, start, stop } = useLongWork(
    (_: undefined, signal, onPart) => compact(client, signal, onPart),
  )
  return (
    <Dialog
      title="Space on disk"
      onClose={onClose}
      actions={
        <>
          <Button onClick={isRunning ? stop : onClose}>{isRunning ? 'Cancel' : 'Close'}</Button>
          <Button primary disabled={isRunning} onClick={() => start(undefined)}>
            Compact
          </Button>
        </>
      }
    >
      <p>
        Recordings are kept until you delete them, in <span className="mono">{capabilities.dataDir}</span>.
        Compacting removes leftovers and makes the files as small as they can be. Recording continues
        meanwhile, and canceling keeps the space gained so far.
      </p>
      {isRunning && <ProgressBar label="Compacting" part={part} />}
      {done && (
        <p role="status">
          {formatBytes(done.beforeBytes)} before, {formatBytes(done.afterBytes)} now.
        </p>
      )}
      {wasStopped && <p role="status">Canceled. The space gained so far is kept.</p>}
      <Problem error={problem} />
    </Dialog>
  )
}

async function compact({ sessions }: EngineClient, signal: AbortSignal, onPart: (part: number) => void) {
  onPart(0)
  for await (const step of await sessions.compact(undefined, { signal })) {
    if (step.kind === 'done') return step
    onPart(step.done / step.total)
  }
  return undefined
}
