import { useState } from 'react'
import { Button } from '../ui/button.tsx'

export function CopyReport({ report }: { readonly report: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <Button onClick={() => void navigator.clipboard.writeText(report).then(() => setCopied(true))}>
        Copy report
      </Button>
      <span role="status">{copied && 'Copied'}</span>
    </>
  )
}
