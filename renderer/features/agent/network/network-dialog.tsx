import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientCertificate } from '#shared/contract/access.ts'
import type { NetworkSettings } from '#shared/contract/connection-settings.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useCallDefaults } from '../../../state/draft.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { useConfigure, useReadAgain, useSettings } from '../use-discovery.ts'
import { ClientCertificateField } from './client-certificate.tsx'
import { RouteFields, routeDraft, routeIn, TimeoutFields, timeoutsIn, timeoutTexts } from './route-fields.tsx'

interface NetworkDialogProps {
  readonly agentId: string
  onClose(): void
}

/** Connection settings of an agent: for private certificates, proxies, or slow agents. */
export function NetworkDialog(props: NetworkDialogProps) {
  const { data } = useSettings(props.agentId)
  return data && <NetworkForm {...props} now={data.network ?? {}} />
}

function NetworkForm({ agentId, now, onClose }: NetworkDialogProps & { readonly now: NetworkSettings }) {
  const configure = useConfigure(agentId)
  const readAgain = useReadAgain()
  const [route, setRoute] = useState(() => routeDraft(now))
  const [onlyHttp1, setOnlyHttp1] = useState(now.onlyHttp1 === true)
  const [timeouts, setTimeouts] = useState(() => timeoutTexts(now))
  const [traces, setTraces] = useState(now.traceparent === true)
  const usual = useCallDefaults(({ defaults }) => defaults)

  function save(): void {
    const network: NetworkSettings = {
      ...routeIn(route),
      ...(onlyHttp1 && { onlyHttp1: true }),
      ...(traces && { traceparent: true }),
      ...timeoutsIn(timeouts),
    }
    configure.mutate((before = defaultConnectionSettings) => ({ ...before, network }), {
      onSuccess: () => {
        readAgain.mutate(agentId)
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title="Connection settings"
      submitLabel="Save and reload card"
      disabled={configure.isPending}
      error={configure.error}
      onSubmit={save}
      onClose={onClose}
    >
      <RouteFields
        draft={route}
        peer="the agent"
        clientCertificate={<AgentCertificateField agentId={agentId} />}
        onChange={setRoute}
      />
      <Checkbox
        label="HTTP/1.1 only, even if the agent offers HTTP/2. gRPC always uses HTTP/2."
        checked={onlyHttp1}
        onChange={setOnlyHttp1}
      />
      <Checkbox
        label="Send a traceparent header, so that the agent’s own spans join the trace of each call."
        checked={traces}
        onChange={setTraces}
      />
      <TimeoutFields texts={timeouts} usual={usual} onChange={setTimeouts} />
    </FormDialog>
  )
}

/** Used in TLS with the agent, whose card is then read again. */
function AgentCertificateField({ agentId }: { readonly agentId: string }) {
  const { client, queries } = useEngine()
  const { data } = useQuery(queries.access.clientCertificate.queryOptions({ input: { agentId } }))
  const cache = useQueryClient()
  const readAgain = useReadAgain()
  const keep = useMutation({
    mutationFn: (certificate: ClientCertificate | null) =>
      client.access.setClientCertificate({ agentId, certificate }),
    onSuccess: (view) => {
      cache.setQueryData(queries.access.clientCertificate.queryKey({ input: { agentId } }), view)
      readAgain.mutate(agentId)
    },
  })
  return (
    <ClientCertificateField
      view={data}
      keep={keep}
      purpose="For agents that require one. It is sent to this agent’s own host, and to others once you approve them under Access."
    />
  )
}
