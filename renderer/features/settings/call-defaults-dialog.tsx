import { useState } from 'react'
import { bindings } from '#shared/a2a/model.ts'
import { maxListed } from '#shared/bounded.ts'
import type { CallDefaults } from '#shared/contract/preferences.ts'
import { useEngine } from '../../host/engine.tsx'
import { pollIntervals, useCallDefaults, usualPollMs } from '../../state/draft.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { bindingName, TimeoutFields, timeoutsIn, timeoutTexts, useShowAllCurrent } from '../agent/index.ts'
import { listedWords } from '../chat/index.ts'
import './settings.css'

/** Empty: the first one of a card. */
type Preferred = '' | NonNullable<CallDefaults['binding']>

export function CallDefaultsDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useEngine()
  const { defaults, set } = useCallDefaults.getState()
  const showAllCurrent = useShowAllCurrent()
  const [timeouts, setTimeouts] = useState(() => timeoutTexts(defaults))
  const [pollMs, setPollMs] = useState(usualPollMs())
  const [binding, setBinding] = useState<Preferred>(defaults.binding ?? '')
  const [modes, setModes] = useState(defaults.acceptedOutputModes?.join(', ') ?? '')

  function save(): void {
    const acceptedOutputModes = listedWords(modes).slice(0, maxListed)
    const calls: CallDefaults = {
      ...timeoutsIn(timeouts),
      ...(binding !== '' && { binding }),
      pollMs,
      ...(acceptedOutputModes.length > 0 && { acceptedOutputModes }),
    }
    set(calls)
    if (calls.binding !== defaults.binding)
      client.preferences
        .write({ calls })
        .then(showAllCurrent)
        .catch(() => undefined)
    onClose()
  }

  return (
    <FormDialog
      title="Defaults for calls"
      head={
        <p className="dim mb-12">
          For every agent and message without its own settings in “Connection settings” or “Send options”.
        </p>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField<Preferred>
        label="Transport"
        options={['', ...bindings]}
        value={binding}
        nameOf={(each) => (each === '' ? 'First on the agent card' : bindingName(each))}
        hint="Used where the card offers it and no connection was chosen manually."
        onChange={setBinding}
      />
      <TimeoutFields texts={timeouts} onChange={setTimeouts} />
      <SelectField
        label="Polling interval"
        options={pollIntervals}
        value={pollMs}
        nameOf={(ms) => `${ms / 1_000} s`}
        onChange={setPollMs}
      />
      <TextField
        label="Accepted output modes"
        mono
        value={modes}
        placeholder="text/plain, application/json"
        hint="Media types, separated by commas. Empty: not specified."
        onChange={setModes}
      />
    </FormDialog>
  )
}
