import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { TraceSending, TraceSettings } from '#shared/contract/traces.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { counted, formatClock } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { ClientCertificateField, RouteFields } from '../../agent/index.ts'
import { HeaderFields } from './header-fields.tsx'
import { draftOf, type TraceDraft, wantedOf } from './trace-draft.ts'
import { useTraceActions, useTraceCertificate, useTraceSending, useTraceSettings } from './use-traces.ts'
import './traces.css'

/** Where traces go, and how that goes. */
export function TracesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data } = useTraceSettings()
  if (data) return <TracesForm settings={data} onClose={onClose} />
  return (
    <Dialog title="Traces" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className="muted">Loading…</p>
    </Dialog>
  )
}

interface TracesFormProps {
  readonly settings: TraceSettings
  onClose(): void
}

function TracesForm({ settings, onClose }: TracesFormProps) {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const { save, test } = useTraceActions()
  const isBusy = save.isPending || test.isPending
  const change = (changes: Partial<TraceDraft>) => setDraft({ ...draft, ...changes })
  return (
    <FormDialog
      title="Traces"
      closeLabel="Close"
      disabled={isBusy}
      error={save.error ?? test.error}
      onSubmit={() => save.mutate(wantedOf(draft), { onSuccess: (saved) => setDraft(draftOf(saved)) })}
      onClose={onClose}
      actions={
        <Button
          disabled={isBusy || draft.endpoint.trim() === ''}
          onClick={() =>
            test.mutate(wantedOf(draft), { onSuccess: (saved) => setDraft(draftOf(saved.settings)) })
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
          onChange={(enabled) => change({ enabled })}
        />
        <TextField
          label="Endpoint"
          mono
          placeholder="http://127.0.0.1:4318"
          hint="OTLP over HTTP. /v1/traces is added where the address has no path."
          required={draft.enabled}
          value={draft.endpoint}
          onChange={(endpoint) => change({ endpoint })}
        />
        <SelectField
          label="Encoding"
          options={encodings}
          value={draft.format}
          nameOf={(each) => encodingNames[each]}
          onChange={(format) => change({ format })}
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
  const sending = useTraceSending()
  if (sending === undefined) return null
  const { lastError, uncheckedCertificate } = sending
  return (
    <section className="pt-10 rule-above" aria-label="Sending status">
      <p>{stateWords(sending)}</p>
      <p className="muted">{countWords(sending)}</p>
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

function stateWords({ state }: TraceSending): string {
  return states[state]
}

/** Since Parley was started. */
function countWords({ sentSpans, rejectedSpans, missedCalls, entriesBehind }: TraceSending): string {
  const words = [`${counted(sentSpans, 'span', 'spans')} sent`]
  if (rejectedSpans > 0) words.push(`${counted(rejectedSpans, 'span', 'spans')} rejected by the endpoint`)
  if (missedCalls > 0) words.push(`${counted(missedCalls, 'call', 'calls')} deleted before they were sent`)
  if (entriesBehind > 0) words.push(`${counted(entriesBehind, 'recorded entry', 'recorded entries')} waiting`)
  return `${words.join(', ')}.`
}

interface EndpointConnectionProps {
  readonly draft: TraceDraft
  onChange(draft: TraceDraft): void
}

/** How a connection to the endpoint is made, as one to an agent is. */
function EndpointConnection({ draft, onChange }: EndpointConnectionProps) {
  const { route } = draft
  const { view, keep } = useTraceCertificate()
  const isSet = route.accepts || route.caPem !== '' || route.proxyUrl !== '' || view?.state === 'set'
  return (
    <details className="traces-connection" open={isSet}>
      <summary className="muted">Connection settings</summary>
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
