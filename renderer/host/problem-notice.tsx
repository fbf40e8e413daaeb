// An error inside the engine that it survived. Nothing on screen may show it otherwise, and only its report helps to mend it.

import { useEffect, useState } from 'react'
import type { EngineProblem } from '#shared/contract/host.ts'
import { Button } from '../ui/button.tsx'
import { CopyReport } from './copy-report.tsx'
import { useEngine } from './engine.tsx'

export function ProblemNotice() {
  const problem = useEngineProblem()
  const [dismissed, setDismissed] = useState(0)
  if (problem === undefined || problem.count <= dismissed) return null
  const { where, count, report, logFile } = problem
  const fresh = count - dismissed
  return (
    <div className="problem-notice" role="alert">
      <p>
        {fresh === 1
          ? `Internal error in Parley (${where}). `
          : `${fresh} internal errors in Parley, the latest: ${where}. `}
        The affected request or connection was dropped; recording continues. Details are in the log:{' '}
        <span className="mono">{logFile}</span>
      </p>
      <CopyReport report={report} />
      <Button onClick={() => setDismissed(count)}>Dismiss</Button>
    </div>
  )
}

function useEngineProblem(): EngineProblem | undefined {
  const { client } = useEngine()
  const [problem, setProblem] = useState<EngineProblem>()
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      for await (const next of await client.host.problems(undefined, { signal: stop.signal }))
        setProblem(next)
    }
    // When the engine is gone, the gate around this says so.
    follow().catch(() => undefined)
    return () => stop.abort()
  }, [client])
  return problem
}
