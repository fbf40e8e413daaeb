// What the whole window shows when something broke that is no pane: what happened, where the log is, and a report to take along.

import { useEffect, useState } from 'react'
import { maxProblemMessageChars, maxStackChars } from '#shared/contract/constants.ts'
import { clip } from '#shared/shorten.ts'
import { Button } from '../ui/button.tsx'
import { useEngine } from './engine.tsx'
import './crash-page.css'

export function CrashPage({ error }: { readonly error: Error }) {
  const { client, capabilities } = useEngine()
  const [report, setReport] = useState<string>()

  useEffect(() => {
    const problem = {
      what: 'The window crashed',
      message: clip(error.message, maxProblemMessageChars),
      ...(error.stack && { stack: clip(error.stack, maxStackChars) }),
    }
    client.host.reportProblem(problem).then(
      (answer) => setReport(answer.report),
      () =>
        setReport(
          `Parley ${capabilities.productVersion}: the window crashed, and the engine didn’t respond.\n`,
        ),
    )
  }, [error, client, capabilities])

  return (
    <main className="crash-page column at-start fills gap-12">
      <h1>The window crashed</h1>
      <p className="mono">{error.message}</p>
      <p>Recording continues, and nothing recorded is lost. This is a bug in Parley, not in your agent.</p>
      <p>
        The log: <span className="mono">{capabilities.logFile}</span>
      </p>
      <p className="line gap-8 wraps">
        <Button primary onClick={() => window.location.reload()}>
          Reload the window
        </Button>
        {report !== undefined && <CopyReport report={report} />}
      </p>
      {report !== undefined && (
        <>
          <h2>The report</h2>
          <p className="muted">Secrets are removed. Review it before you share it.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="crash-report mono verbatim full-width scrolls" tabIndex={0}>
            {report}
          </pre>
        </>
      )}
    </main>
  )
}

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
