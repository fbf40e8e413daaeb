import { proxyNotice, proxyVariables } from '#shared/proxy-variables.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

interface ProxySetupProps {
  readonly address: string
  /** Nothing has been called through it yet. */
  readonly isNew: boolean
}

/** How programs are given the proxy. */
export function ProxySetup({ address, isNew }: ProxySetupProps) {
  const { http, https } = proxyVariables(address)
  return (
    <details className="tap-setup" open={isNew}>
      <summary>Environment variables</summary>
      <p className="muted">
        Start the programs that call agents with these variables. Requests over plain HTTP are recorded as
        calls to the agent that they name; the agent is added to the list when its card passes.
      </p>
      <Variables name="HTTP" text={http} />
      <Variables name="HTTPS, which passes unread and is listed" text={https} />
      <p className="muted">{proxyNotice}</p>
    </details>
  )
}

function Variables({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="tap-variables">
      <span className="tap-facts">
        <span className="faint">{name}</span>
        <code className="mono">{text}</code>
      </span>
      <CopyButton label={`Copy variables for ${name.split(',')[0]}`} text={text} />
    </div>
  )
}
