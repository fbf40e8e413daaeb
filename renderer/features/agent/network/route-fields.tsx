import type { ReactNode } from 'react'
import { maxPemChars, maxUrlChars } from '#shared/bounded.ts'
import type { NetworkSettings } from '#shared/contract/connection-settings.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'

type Route = Pick<NetworkSettings, 'acceptInvalidCertificate' | 'caPem' | 'proxyUrl'>

/** What the fields hold. */
export interface RouteDraft {
  readonly accepts: boolean
  readonly caPem: string
  readonly proxyUrl: string
}

export function routeDraft({ acceptInvalidCertificate, caPem = '', proxyUrl = '' }: Route): RouteDraft {
  return { accepts: acceptInvalidCertificate === true, caPem, proxyUrl }
}

export function routeIn({ accepts, caPem, proxyUrl }: RouteDraft): Route {
  return {
    ...(accepts && { acceptInvalidCertificate: true }),
    ...(caPem.trim() !== '' && { caPem: caPem.trim() }),
    ...(proxyUrl.trim() !== '' && { proxyUrl: proxyUrl.trim() }),
  }
}

interface RouteFieldsProps {
  readonly draft: RouteDraft
  /** Whose certificate is trusted besides those of authorities. */
  readonly peer: string
  readonly clientCertificate: ReactNode
  onChange(draft: RouteDraft): void
}

/** Which certificates are trusted and shown, and the proxy. */
export function RouteFields({ draft, peer, clientCertificate, onChange }: RouteFieldsProps) {
  const change = (changes: Partial<RouteDraft>) => onChange({ ...draft, ...changes })
  return (
    <>
      <Checkbox
        label="Accept invalid certificates. Anyone in between can read and change traffic."
        checked={draft.accepts}
        onChange={(accepts) => change({ accepts })}
      />
      <TextArea
        label="Additional trusted certificates"
        hint={`PEM, of your own CA or of ${peer} itself`}
        mono
        rows={4}
        maxLength={maxPemChars}
        value={draft.caPem}
        onChange={(caPem) => change({ caPem })}
      />
      {clientCertificate}
      <TextField
        label="Proxy"
        hint="http://host:port; empty for a direct connection"
        mono
        maxLength={maxUrlChars}
        value={draft.proxyUrl}
        onChange={(proxyUrl) => change({ proxyUrl })}
      />
    </>
  )
}
