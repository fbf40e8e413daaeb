// An error inside the engine that it survived. Nothing on screen may show it otherwise, and only its report helps to mend it.

import { useEffect, useState } from 'react'
import type { InternalErrorReport } from '#shared/contract/host.ts'
import { Button } from '../ui/button.tsx'
import { CopyReport } from './copy-report.tsx'
import { useEngine } from './engine.tsx'

export function InternalErrorNotice() {
  const latest = useLatestInternalError()
  const [dismissed, setDismissed] = useState(0)
  if (latest === undefined || latest.count <= dismissed) return null
  const { where, count, report } = latest
  const fresh = count - dismissed
  return (
    <div className="internal-error-notice" role="alert">
      <p>
        {fresh === 1
          ? `Internal error in Parley (${where}). The affected operation was dropped; recording continues.`
          : `${fresh} internal errors in Parley (latest: ${where}). The affected operations were dropped; recording continues.`}
      </p>
      <CopyReport report={report} />
      <Button onClick={() => setDismissed(count)}>Dismiss</Button>
    </div>
  )
}

function useLatestInternalError(): InternalErrorReport | undefined {
  const { client } = useEngine()
  const [latest, setLatest] = useState<InternalErrorReport>()
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      for await (const next of await client.host.internalErrors(undefined, { signal: stop.signal }))
        setLatest(next)
    }
    // When the engine is gone, the gate around this says so.
    follow().catch(() => undefined)
    return () => stop.abort()
  }, [client])
  return latest
}
