// An error inside the engine that it survived. Nothing on screen may show it otherwise, and only its report helps to mend it.

import { useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import { Button } from '../ui/button.tsx'
import { CopyReport } from './copy-report.tsx'
import { useEngine } from './engine.tsx'
import { useLatest } from './use-latest.ts'

export function InternalErrorNotice() {
  const latest = useLatest(useEngine().client, follow)
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

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.host.internalErrors(undefined, options)
