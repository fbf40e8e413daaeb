import { ShieldOff, Waypoints } from 'lucide-react'
import { useOpenDialog } from '../open-dialog.ts'
import { useSettings } from '../use-discovery.ts'

/** There only where a connection is not made as usual, and loud where a certificate is not checked. */
export function NetworkChip({ agentId }: { readonly agentId: string }) {
  const { acceptInvalidCertificate, proxyUrl } = useSettings(agentId).data?.network ?? {}
  if (!acceptInvalidCertificate && proxyUrl === undefined) return null
  return (
    <button
      type="button"
      className={acceptInvalidCertificate ? 'chip chip-button chip-unsafe' : 'chip chip-button'}
      title="Connection settings"
      onClick={() => useOpenDialog.getState().show('network')}
    >
      {acceptInvalidCertificate ? (
        <ShieldOff size={11} aria-hidden={true} />
      ) : (
        <Waypoints size={11} aria-hidden={true} />
      )}
      <span className="chip-word">{acceptInvalidCertificate ? 'Certificate unchecked' : 'Proxy'}</span>
    </button>
  )
}
