import { useState } from 'react'
import { maxListed } from '#shared/bounded.ts'
import { pollIntervals, useCallDefaults, usualPollMs } from '../../state/call-defaults.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TimeoutFields, timeoutsIn, timeoutTexts } from '../agent/index.ts'
import { listedWords } from '../chat/index.ts'
import './settings.css'

export function CallDefaultsDialog({ onClose }: { readonly onClose: () => void }) {
  const { defaults, set } = useCallDefaults.getState()
  const [timeouts, setTimeouts] = useState(() => timeoutTexts(defaults))
  const [pollMs, setPollMs] = useState(String(usualPollMs()))
  const [modes, setModes] = useState(defaults.acceptedOutputModes?.join(', ') ?? '')

  function save(): void {
    const acceptedOutputModes = listedWords(modes).slice(0, maxListed)
    set({
      ...timeoutsIn(timeouts),
      pollMs: Number(pollMs),
      ...(acceptedOutputModes.length > 0 && { acceptedOutputModes }),
    })
    onClose()
  }

  return (
    <FormDialog
      title="Defaults for calls"
      head={
        <p className="settings-lead muted">
          For every agent and message with nothing of its own in “Connection settings” or “Send options”.
        </p>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TimeoutFields texts={timeouts} onChange={setTimeouts} />
      <SelectField
        label="Interval of polls"
        options={pollIntervals.map(String)}
        value={pollMs}
        nameOf={(ms) => `${Number(ms) / 1_000} s`}
        onChange={setPollMs}
      />
      <TextField
        label="Accepted output modes"
        mono
        value={modes}
        placeholder="text/plain, application/json"
        hint="Media types, separated by commas. Empty: not specified."
        onChange={({ target }) => setModes(target.value)}
      />
    </FormDialog>
  )
}
