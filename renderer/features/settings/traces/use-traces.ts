import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientCertificate } from '#shared/contract/access.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { useLatest } from '../../../host/use-latest.ts'

const queryKey = ['traces']
const certificateKey = ['traces', 'certificate']

export function useTraceSettings() {
  const { client } = useLiveEngine()
  return useQuery({ queryKey, queryFn: () => client.traces.settings() })
}

/** How sending goes, as long as somebody looks. */
export function useTraceSending() {
  return useLatest(useLiveEngine().client, follow)
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.traces.follow(undefined, options)

export function useTraceActions() {
  const { client } = useLiveEngine()
  const queries = useQueryClient()
  const configure = async (wanted: Inputs['traces']['configure']) => {
    const settings = await client.traces.configure(wanted)
    queries.setQueryData(queryKey, settings)
    return settings
  }
  return {
    save: useMutation({ mutationFn: configure }),
    test: useMutation({
      async mutationFn(wanted: Inputs['traces']['configure']) {
        const settings = await configure(wanted)
        return { settings, ...(await client.traces.test()) }
      },
    }),
  }
}

/** The certificate that is shown to the endpoint; it is kept as soon as it is chosen. */
export function useTraceCertificate() {
  const { client } = useLiveEngine()
  const queries = useQueryClient()
  const { data: view } = useQuery({
    queryKey: certificateKey,
    queryFn: () => client.traces.clientCertificate(),
  })
  const keep = useMutation({
    mutationFn: (certificate: ClientCertificate | null) =>
      client.traces.setClientCertificate({ certificate }),
    onSuccess: (set) => queries.setQueryData(certificateKey, set),
  })
  return { view, keep }
}
