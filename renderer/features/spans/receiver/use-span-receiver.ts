import { useMutation } from '@tanstack/react-query'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { useLatest } from '../../../host/use-latest.ts'

/** How receiving goes, as long as somebody looks. */
export function useSpanReceiver() {
  return useLatest(useLiveEngine().client, follow)
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.spanReceiver.follow(undefined, options)

export function useReceiverActions() {
  const { client } = useLiveEngine()
  return {
    start: useMutation({
      mutationFn: (settings: Inputs['spanReceiver']['start']) => client.spanReceiver.start(settings),
    }),
    stop: useMutation({ mutationFn: () => client.spanReceiver.stop() }),
  }
}
