import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientCertificate } from '#shared/contract/access.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useReadAgain } from '../use-discovery.ts'
import { ClientCertificateField } from './client-certificate.tsx'

/** Shown to the agent in TLS; its card is read again with it. */
export function AgentCertificateField({ agentId }: { readonly agentId: string }) {
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
