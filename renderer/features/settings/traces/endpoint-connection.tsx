import { ClientCertificateField, RouteFields } from '../../agent/index.ts'
import type { TraceDraft } from './trace-draft.ts'
import { useTraceCertificate } from './use-traces.ts'

interface EndpointConnectionProps {
  readonly draft: TraceDraft
  onChange(draft: TraceDraft): void
}

/** How a connection to the endpoint is made, as one to an agent is. */
export function EndpointConnection({ draft, onChange }: EndpointConnectionProps) {
  const { route } = draft
  const { view, keep } = useTraceCertificate()
  const isSet = route.accepts || route.caPem !== '' || route.proxyUrl !== '' || view?.state === 'set'
  return (
    <details className="traces-connection" open={isSet}>
      <summary>Connection settings</summary>
      <RouteFields
        draft={route}
        peer="the endpoint"
        clientCertificate={
          <ClientCertificateField
            view={view}
            keep={keep}
            purpose="For endpoints that require one. It is sent to this endpoint’s host alone."
          />
        }
        onChange={(changed) => onChange({ ...draft, route: changed })}
      />
    </details>
  )
}
