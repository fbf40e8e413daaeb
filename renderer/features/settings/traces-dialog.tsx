import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldOff, X } from 'lucide-react'
import { useState } from 'react'
import type { ClientCertificate, SecretState } from '#shared/contract/access.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { TraceSending, TraceSettings } from '#shared/contract/traces.ts'
import { useLatest, useLiveEngine } from '../../host/engine.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
import { draftFields } from '../../ui/draft-fields.ts'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { counted, formatClock } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import {
  ClientCertificateField,
  type RouteDraft,
  RouteFields,
  routeDraft,
  routeIn,
  stateSentence,
} from '../agent/index.ts'
import './settings.css'

const queryKey = ['traces']
const certificateKey = ['traces', 'certificate']

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.traces.follow(undefined, options)

export function TracesDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useLiveEngine()
  const { data } = useQuery({ queryKey, queryFn: () => client.traces.settings() })
  if (data) return <TracesForm settings={data} onClose={onClose} />
  return (
    <Dialog title="Traces" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className="dim">Loading…</p>
    </Dialog>
  )
}

function TracesForm({ settings, onClose }: { readonly settings: TraceSettings; onClose(): void }) {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const { save, test } = useTraceActions()
  const isBusy = save.isPending || test.isPending
  const field = draftFields(draft, (changes) => setDraft({ ...draft, ...changes }))
  return (
    <FormDialog
      title="Traces"
      closeLabel="Close"
      disabled={isBusy}
      error={save.error ?? test.error}
      onSubmit={() => save.mutate(inputOf(draft), { onSuccess: (saved) => setDraft(draftOf(saved)) })}
      onClose={onClose}
      actions={
        <Button
          disabled={isBusy || draft.endpoint.trim() === ''}
          onClick={() =>
            test.mutate(inputOf(draft), { onSuccess: (saved) => setDraft(draftOf(saved.settings)) })
          }
        >
          Save and send a test span
        </Button>
      }
    >
      <div className="column gap-12">
        <p>
          What Parley records goes to an OpenTelemetry Collector or trace store, as a span for each call and
          each task. Secrets and message text are left out.
        </p>
        <Checkbox
          label="Send traces while recording"
          checked={draft.enabled}
          onChange={field('enabled').onChange}
        />
        <TextField
          label="Endpoint"
          mono
          placeholder="http://127.0.0.1:4318"
          hint="OTLP over HTTP. /v1/traces is added where the address has no path."
          required={draft.enabled}
          {...field('endpoint')}
        />
        <SelectField
          label="Encoding"
          options={encodings}
          {...field('format')}
          nameOf={(each) => encodingNames[each]}
        />
        <HeaderFields draft={draft} onChange={setDraft} />
        <EndpointConnection draft={draft} onChange={setDraft} />
        <Sending />
        {test.data && (
          <p role="status" className={test.data.accepted ? undefined : 'notice'}>
            {test.data.accepted
              ? 'The endpoint accepted the test span.'
              : `The test span wasn’t accepted. ${visibleString(test.data.message)}`}
          </p>
        )}
      </div>
    </FormDialog>
  )
}

const encodings = ['protobuf', 'json'] as const
const encodingNames = { protobuf: 'Protobuf', json: 'JSON' }

function Sending() {
  const sending = useLatest(useLiveEngine().client, follow)
  if (sending === undefined) return null
  const { lastError, uncheckedCertificate } = sending
  return (
    <section className="pt-10 rule-above" aria-label="Sending status">
      <p>{states[sending.state]}</p>
      <p className="dim">{countWords(sending)}</p>
      {uncheckedCertificate && (
        <p className="notice traces-unchecked">
          <ShieldOff size={13} /> Certificate unchecked. Anyone in between can read and change traces.
        </p>
      )}
      {lastError && (
        <p className="notice">
          {formatClock(lastError.at)}: {visibleString(lastError.message)}
        </p>
      )}
    </section>
  )
}

const states: Readonly<Record<TraceSending['state'], string>> = {
  off: 'Off.',
  waiting: 'On. A call is sent when it ends.',
  sending: 'Sending.',
  retrying: 'Waiting to try again. Nothing is lost meanwhile.',
}

/** Since Parley was started. */
function countWords({ sentSpans, rejectedSpans, missedCalls, entriesBehind }: TraceSending): string {
  const words = [`${counted(sentSpans, 'span', 'spans')} sent`]
  if (rejectedSpans > 0) words.push(`${counted(rejectedSpans, 'span', 'spans')} rejected by the endpoint`)
  if (missedCalls > 0) words.push(`${counted(missedCalls, 'call', 'calls')} deleted before they were sent`)
  if (entriesBehind > 0) words.push(`${counted(entriesBehind, 'recorded entry', 'recorded entries')} waiting`)
  return `${words.join(', ')}.`
}

interface DraftProps {
  readonly draft: TraceDraft
  onChange(draft: TraceDraft): void
}

/** Connection settings of the endpoint, like those of an agent. */
function EndpointConnection({ draft, onChange }: DraftProps) {
  const { route } = draft
  const { view, keep } = useTraceCertificate()
  const isSet = route.accepts || route.caPem !== '' || route.proxyUrl !== '' || view?.state === 'set'
  return (
    <details className="traces-connection" open={isSet}>
      <summary className="dim">Connection settings</summary>
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

/** Headers of each request. Stored values are never shown, only replaced. */
function HeaderFields({ draft, onChange }: DraftProps) {
  const { headers } = draft
  const change = (key: number, changes: Partial<HeaderDraft>) =>
    onChange({
      ...draft,
      headers: headers.map((each) => (each.key === key ? { ...each, ...changes } : each)),
    })
  const remove = (key: number) => onChange({ ...draft, headers: headers.filter((each) => each.key !== key) })
  return (
    <>
      {headers.map(({ key, name, value, secret }) => (
        <div key={key} className="traces-header flex at-start gap-8">
          <div className="field-row">
            <TextField label="Header name" mono value={name} onChange={(name) => change(key, { name })} />
            <TextField
              label="Header value"
              hint={stateSentence(secret)}
              type="password"
              mono
              placeholder={secret.state === 'set' ? '••••••••' : '$' + '{env:NAME} reads a variable'}
              value={value}
              onChange={(value) => change(key, { value })}
            />
          </div>
          <IconButton
            label={`Remove the header ${visibleString(name)}`.trim()}
            icon={<X size={13} />}
            onClick={() => remove(key)}
          />
        </div>
      ))}
      <span>
        <Button onClick={() => onChange(withHeader(draft))}>Add a header</Button>
      </span>
    </>
  )
}

function useTraceActions() {
  const { client } = useLiveEngine()
  const queries = useQueryClient()
  const configure = async (requested: Inputs['traces']['configure']) => {
    const settings = await client.traces.configure(requested)
    queries.setQueryData(queryKey, settings)
    return settings
  }
  return {
    save: useMutation({ mutationFn: configure }),
    test: useMutation({
      async mutationFn(requested: Inputs['traces']['configure']) {
        const settings = await configure(requested)
        return { settings, ...(await client.traces.test()) }
      },
    }),
  }
}

/** The client certificate for the endpoint; it is stored as soon as it is chosen. */
function useTraceCertificate() {
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

// Fields of the dialog, converted from and to the settings.

interface HeaderDraft {
  readonly key: number
  readonly name: string
  readonly value: string
  readonly secret: SecretState
}

interface TraceDraft extends Omit<TraceSettings, 'headers' | 'network'> {
  readonly headers: readonly HeaderDraft[]
  readonly route: RouteDraft
}

function draftOf({ headers, network = {}, ...rest }: TraceSettings): TraceDraft {
  const drafts = headers.map((header, key) => ({ ...header, key, value: '' }))
  return { ...rest, headers: drafts, route: routeDraft(network) }
}

function withHeader(draft: TraceDraft): TraceDraft {
  const key = Math.max(-1, ...draft.headers.map((each) => each.key)) + 1
  return { ...draft, headers: [...draft.headers, { key, name: '', value: '', secret: { state: 'not-set' } }] }
}

/** A header without a name is left out; one without a value keeps its stored value. */
function inputOf({ headers, route, ...rest }: TraceDraft): Inputs['traces']['configure'] {
  const named = headers.filter(({ name }) => name.trim() !== '')
  return {
    ...rest,
    network: routeIn(route),
    headers: named.map(({ name, value }) => ({ name: name.trim(), ...(value !== '' && { value }) })),
  }
}
