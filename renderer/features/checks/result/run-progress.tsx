import { Square } from 'lucide-react'
import { useState } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { RunHead } from '../use-check-run.ts'

interface RunProgressProps {
  readonly sessionId: string
  readonly run: RunHead
  readonly done: number
  onProblem(problem: string | undefined): void
}

/** How far a run is, for how long, and what stops it. */
export function RunProgress({ sessionId, run, done, onProblem }: RunProgressProps) {
  const { client, canCall } = useEngine()
  const [isStopping, setStopping] = useState(false)
  const seconds = Math.max(0, Math.floor((useNow(true) - run.startedAt) / 1_000))

  function stop(): void {
    setStopping(true)
    client.checks.stop({ sessionId }).catch((error: unknown) => {
      setStopping(false)
      onProblem(messageOf(error))
    })
  }

  return (
    <div className="run-progress">
      <span className="num">
        {done} of {counted(run.planned, 'test')}
      </span>
      <span className="faint num">{seconds} s</span>
      <ProgressBar label="Checks" part={run.planned === 0 ? undefined : done / run.planned} />
      {canCall && (
        <Button disabled={isStopping} onClick={stop}>
          <Square size={11} /> {isStopping ? 'Stopping…' : 'Stop'}
        </Button>
      )}
    </div>
  )
}
