import { useDiscovery } from '../agent/index.ts'

/** Whether the card offers streaming: what a message uses unless the user says otherwise. */
export function useStreams(): boolean {
  const discovery = useDiscovery().data
  return discovery?.found === true && discovery.card.capabilities.streaming === true
}
