import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { TraceSettings } from '#shared/contract/traces.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatClock } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { EndpointConnection } from './endpoint-connection.tsx'
import { HeaderFields } from './header-fields.tsx'
import { countWords, stateWords } from './sending-words.ts'
import { draftOf, type TraceDraft, wantedOf } from './trace-draft.ts'
import { useTraceActions, useTraceSending, useTraceSettings } from './use-traces.ts'
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
      <div className="traces">
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
    <section className="traces-state" aria-label="Sending status">
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
