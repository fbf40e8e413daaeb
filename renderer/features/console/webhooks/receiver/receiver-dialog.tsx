// Settings of the receiver. Anything but this machine alone requires reading what becomes reachable.

import { CircleCheck, CircleDashed, CircleDot, CircleHelp, CircleMinus, CircleX } from 'lucide-react'
import { useState } from 'react'
import {
  type ReceiverAddress,
  type ReceiverSettings,
  type ReceiverState,
  receiverSettingsSchema,
  type SelfTest,
} from '#shared/contract/push.ts'
import { messageOf } from '#shared/errors.ts'
import { bareHost } from '#shared/url.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormDialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Mark } from '../../../../ui/marks.tsx'
import '../webhooks.css'

const outcomes = {
  reached: { icon: CircleCheck, colour: 'var(--completed)', word: 'reached' },
  'not-reached': { icon: CircleX, colour: 'var(--failed)', word: 'not reached' },
  untestable: { icon: CircleHelp, colour: 'var(--dim)', word: 'cannot be tested' },
  closed: { icon: CircleMinus, colour: 'var(--dim)', word: 'not listening' },
} as const

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
  const start = useReceiverAction((client, requested: ReceiverSettings) => client.receiver.start(requested))
  const opens = reach.kind !== 'loopback'

  function submit(): void {
    const parsed = receiverSettingsSchema.safeParse({
      reach,
      port: port.trim() === '' ? 0 : Number(port),
      ...(publicUrl.trim() !== '' && { publicUrl: publicUrl.trim() }),
    })
    if (!parsed.success) {
      const about = parsed.error.issues[0]?.path[0]
      setProblem(
        about === 'port'
          ? 'A port is a number up to 65535.'
          : 'The public address must begin with http:// or https://.',
      )
      return
    }
    setProblem(undefined)
    start.mutate(parsed.data, { onSuccess: (after) => setProblem(after.problem) })
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

/** The receiver's addresses for agents, with the result of a call of our own to each. */
function AddressList({ state: { addresses, listening } }: { readonly state: ReceiverState }) {
  const test = useReceiverAction((client) => client.receiver.selfTest())
  return (
    <section className="mt-16 rule-above pt-12" aria-label="Addresses of the receiver">
      <div className="line gap-8">
        <h3 className="bold">Addresses to give to agents</h3>
        <span className="spacer" />
        <Button disabled={!listening || test.isPending} onClick={() => test.mutate(undefined)}>
          {test.isPending ? 'Testing…' : 'Test all'}
        </Button>
      </div>
      {test.error && <p className="notice">{messageOf(test.error)}</p>}
      <ul>
        {addresses.map((address) => (
          <AddressRow
            key={address.baseUrl}
            address={address}
            tested={test.data?.find(({ baseUrl }) => baseUrl === address.baseUrl)}
          />
        ))}
      </ul>
    </section>
  )
}

function AddressRow({
  address,
  tested,
}: {
  readonly address: ReceiverAddress
  readonly tested: SelfTest | undefined
}) {
  const state = tested?.outcome ?? (address.listening ? undefined : 'closed')
  return (
    <li className="py-6">
      <div className="line gap-8">
        <span className="mono breaks">{address.baseUrl}</span>
        <span className="spacer" />
        {state && <Mark {...outcomes[state]} />}
      </div>
      <p className="dim small">
        {address.sentence}
        {tested && <> {tested.sentence}</>}
      </p>
    </li>
  )
}

type Reach = ReceiverSettings['reach']

interface ReachChoiceProps {
  readonly reach: Reach
  readonly addresses: readonly ReceiverAddress[]
  readonly understood: boolean
  onChange(reach: Reach): void
  onUnderstood(understood: boolean): void
}

function ReachChoice({ reach, addresses, understood, onChange, onUnderstood }: ReachChoiceProps) {
  const network = addresses.flatMap(({ from, baseUrl }) => {
    const host = from === 'the network' ? URL.parse(baseUrl)?.hostname : undefined
    return host === undefined ? [] : [bareHost(host)]
  })
  const choices: readonly { readonly reach: Reach; readonly name: string; readonly words: string }[] = [
    {
      reach: { kind: 'loopback' },
      name: 'This machine only',
      words: 'Programs on this machine, at 127.0.0.1.',
    },
    ...network.map((address) => ({
      reach: { kind: 'address' as const, address },
      name: `The network of ${address}`,
      words: 'Machines that can reach this address. Not 127.0.0.1.',
    })),
    {
      reach: { kind: 'all' },
      name: 'Every address',
      words: 'This machine, its networks and usually its containers.',
    },
  ]
  return (
    <>
      <fieldset className="reach field">
        <legend className="field-label mb-4">Who can reach it</legend>
        {choices.map(({ reach: choice, name, words }) => (
          <label key={name} className="text-line gap-8">
            <input
              type="radio"
              name="reach"
              checked={isSame(choice, reach)}
              onChange={() => onChange(choice)}
            />
            <span>
              {name} <span className="dim">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {reach.kind !== 'loopback' && (
        <div className="notice warning mt-10">
          <strong>What becomes reachable</strong>
          <span>
            Anyone who can reach this machine on that network can open connections to the port. They find
            nothing there: every path but the unguessable ones you hand out answers 404, and nothing that is
            received runs, opens or calls anything. But they can see that something listens, and send requests
            that Parley has to refuse. Calls cross the network unencrypted, tokens included.
          </span>
          <label className="text-line gap-8">
            <input
              type="checkbox"
              checked={understood}
              onChange={({ target }) => onUnderstood(target.checked)}
            />
            <span>I want others on this network to reach the receiver</span>
          </label>
        </div>
      )}
    </>
  )
}

function isSame(one: Reach, other: Reach): boolean {
  if (one.kind !== other.kind) return false
  return one.kind !== 'address' || other.kind !== 'address' || one.address === other.address
}

export function ListeningChip({ state: { listening, problem } }: { readonly state: ReceiverState }) {
  return <Mark className="webhook-listening" role="status" {...markOf(listening, problem)} />
}

function markOf(listening: ReceiverState['listening'], problem: string | undefined) {
  if (!listening) {
    return problem === undefined
      ? { icon: CircleDashed, colour: 'var(--dim)', word: 'receiver off' }
      : { icon: CircleX, colour: 'var(--failed)', word: 'cannot listen' }
  }
  const { address, port } = listening
  const host = address.includes(':') ? `[${address}]` : address
  const word = (
    <span>
      listening on <span className="mono">{`${host}:${port}`}</span>
    </span>
  )
  return { icon: CircleDot, colour: 'var(--completed)', word }
}
