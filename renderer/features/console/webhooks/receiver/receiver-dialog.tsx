// How the receiver listens. Anything but this machine alone is chosen only after reading what becomes reachable.

import { useState } from 'react'
import { type ReceiverSettings, type ReceiverState, receiverSettingsSchema } from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { TextField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { AddressList } from './address-list.tsx'
import { ListeningChip } from './listening-chip.tsx'
import { ReachChoice } from './reach-choice.tsx'
import './receiver.css'

interface ReceiverDialogProps {
  readonly state: ReceiverState
  readonly onClose: () => void
}

export function ReceiverDialog({ state, onClose }: ReceiverDialogProps) {
  const { settings, listening } = state
  const [reach, setReach] = useState(settings.reach)
  const [port, setPort] = useState(settings.port === 0 ? '' : String(settings.port))
  const [publicUrl, setPublicUrl] = useState(settings.publicUrl ?? '')
  const [understood, setUnderstood] = useState(settings.reach.kind !== 'loopback')
  const [problem, setProblem] = useState<string>()
  const start = useReceiverAction((client, wanted: ReceiverSettings) => client.receiver.start(wanted))
  const opens = reach.kind !== 'loopback'

  function submit(): void {
    const wanted = receiverSettingsSchema.safeParse({
      reach,
      port: port.trim() === '' ? 0 : Number(port),
      ...(publicUrl.trim() !== '' && { publicUrl: publicUrl.trim() }),
    })
    if (!wanted.success) {
      const about = wanted.error.issues[0]?.path[0]
      setProblem(
        about === 'port'
          ? 'A port is a number up to 65535.'
          : 'The public address must begin with http:// or https://.',
      )
      return
    }
    setProblem(undefined)
    start.mutate(wanted.data, { onSuccess: (after) => setProblem(after.problem) })
  }

  return (
    <FormDialog
      title="Webhook receiver"
      wide
      submitLabel={listening ? 'Apply' : 'Turn the receiver on'}
      closeLabel={start.data?.listening ? 'Done' : 'Cancel'}
      disabled={start.isPending || (opens && !understood)}
      error={problem ?? start.error}
      actions={start.data?.listening && problem === undefined && <ListeningChip state={state} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReachChoice
        reach={reach}
        addresses={state.addresses}
        understood={understood}
        onChange={(next) => {
          setReach(next)
          if (next.kind === 'loopback') setUnderstood(false)
        }}
        onUnderstood={setUnderstood}
      />
      <div className="field-row mt-14">
        <TextField
          label="Port"
          mono
          inputMode="numeric"
          placeholder="Any free port"
          hint="Leave empty to use the last port again, if it is free."
          value={port}
          onChange={setPort}
        />
        <TextField
          label="Public address"
          mono
          placeholder="https://example.trycloudflare.com"
          hint="Of a tunnel or proxy that forwards to Parley. Paths and tokens stay the same."
          value={publicUrl}
          onChange={setPublicUrl}
        />
      </div>
      <AddressList state={state} />
    </FormDialog>
  )
}
