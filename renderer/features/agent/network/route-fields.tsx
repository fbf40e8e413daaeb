import type { ReactNode } from 'react'
import { maxPemChars, maxTimeoutS, maxUrlChars } from '#shared/bounded.ts'
import type { NetworkSettings, Timeouts } from '#shared/contract/connection-settings.ts'
import { draftFields } from '../../../ui/draft-fields.ts'
import { Checkbox, TextArea, TextField } from '../../../ui/field.tsx'

type Route = Pick<NetworkSettings, 'acceptInvalidCertificate' | 'caPem' | 'proxyUrl'>

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
  /** The server whose private certificate is trusted. */
  readonly peer: string
  readonly clientCertificate: ReactNode
  onChange(draft: RouteDraft): void
}

export function RouteFields({ draft, peer, clientCertificate, onChange }: RouteFieldsProps) {
  const field = draftFields(draft, (changes) => onChange({ ...draft, ...changes }))
  return (
    <>
      <Checkbox
        label="Accept invalid certificates. Anyone in between can read and change traffic."
        checked={draft.accepts}
        onChange={field('accepts').onChange}
      />
      <TextArea
        label="Additional trusted certificates"
        hint={`PEM, of your own CA or of ${peer} itself`}
        mono
        rows={4}
        maxLength={maxPemChars}
        {...field('caPem')}
      />
      {clientCertificate}
      <TextField
        label="Proxy"
        hint="http://host:port; empty for a direct connection"
        mono
        maxLength={maxUrlChars}
        {...field('proxyUrl')}
      />
    </>
  )
}

type TimeoutTexts = Readonly<Record<keyof Timeouts, string>>

export function timeoutTexts(timeouts: Timeouts): TimeoutTexts {
  const text = (name: keyof Timeouts) => timeouts[name]?.toString() ?? ''
  return {
    connectSeconds: text('connectSeconds'),
    answerSeconds: text('answerSeconds'),
    silenceSeconds: text('silenceSeconds'),
  }
}

export function timeoutsIn({ connectSeconds, answerSeconds, silenceSeconds }: TimeoutTexts): Timeouts {
  return {
    ...(connectSeconds !== '' && { connectSeconds: Number(connectSeconds) }),
    ...(answerSeconds !== '' && { answerSeconds: Number(answerSeconds) }),
    ...(silenceSeconds !== '' && { silenceSeconds: Number(silenceSeconds) }),
  }
}

interface TimeoutFieldsProps {
  readonly texts: TimeoutTexts
  /** Values of empty fields; by default Parley's. */
  readonly usual?: Timeouts
  onChange(texts: TimeoutTexts): void
}

export function TimeoutFields({ texts, usual = {}, onChange }: TimeoutFieldsProps) {
  const { connectSeconds = 10, answerSeconds = 300, silenceSeconds } = usual
  const field = (name: keyof Timeouts, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={1}
      max={maxTimeoutS}
      value={texts[name]}
      onChange={(text) => onChange({ ...texts, [name]: text })}
    />
  )
  return (
    <div className="field-row aligned">
      {field('connectSeconds', 'Connect timeout (s)', `Default: ${connectSeconds}`)}
      {field('answerSeconds', 'Response timeout (s)', `Default: ${answerSeconds}`)}
      {field(
        'silenceSeconds',
        'Stream idle timeout (s)',
        silenceSeconds === undefined ? 'Leave empty for no limit' : `Default: ${silenceSeconds}`,
      )}
    </div>
  )
}
