import { type FormEvent, useState } from 'react'
import {
  maxTapFaults,
  type SignedCardChoice,
  signedCardChoices,
  type Tap,
  type TapFault,
  type TapFaultKind,
  tapFaultKinds,
} from '#shared/contract/taps.ts'
import { proxyNotice, proxyVariables } from '#shared/proxy-variables.ts'
import { Button, CopyButton } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { counted, joinDefined } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import type { useTapActions } from './use-taps.ts'

const kinds = Object.keys(tapFaultKinds) as readonly TapFaultKind[]

interface TapRowProps {
  readonly tap: Tap
  readonly actions: ReturnType<typeof useTapActions>
  /** The dialog was opened for it. */
  readonly isShown: boolean
}

export function TapRow({ tap, actions, isShown }: TapRowProps) {
  const { resume, stop, remove, setFaults, setSignedCards, setWebhooks } = actions
  const name = visibleString(tap.name)
  const isProxy = tap.kind === 'proxy'
  const label = isProxy ? 'the forward proxy' : `the tap of ${name}`
  const { state, address, port, notices, problem } = tap
  return (
    <li className="line wraps gap-8 rule-above py-8" ref={isShown ? reveal : null}>
      <span className="tap-facts column shrinks breaks gap-4">
        <strong className="truncate">{name}</strong>
        <span className="mono">{state === 'listening' ? address : `port ${port}`}</span>
        <span className="faint">{factsOf(tap)}</span>
        {problem !== undefined && <span className="notice">{visibleString(problem)}</span>}
        {notices.map((notice) => (
          <span key={notice} className="notice warning">
            {visibleString(notice)}
          </span>
        ))}
      </span>
      {state === 'listening' ? (
        <>
          <CopyButton name="Copy address" text={address} />
          <Button aria-label={`Stop ${label}`} onClick={() => stop.mutate(tap.id)}>
            Stop
          </Button>
        </>
      ) : (
        <Button
          aria-label={`Start ${label}`}
          disabled={state === 'starting'}
          onClick={() => resume.mutate(tap.id)}
        >
          Start
        </Button>
      )}
      <Button
        aria-label={`Remove ${label}`}
        onClick={() => remove.mutate({ objects: [{ kind: 'tap', tapId: tap.id }], name: label })}
      >
        Remove
      </Button>
      {isProxy && state === 'listening' && <ProxySetup address={address} isNew={tap.calls === 0} />}
      {tap.isSigned && (
        <SelectField
          className="own-line"
          label="Signed card"
          options={signedCardChoices}
          value={tap.signedCards}
          nameOf={(choice) => choiceNames[choice]}
          onChange={(signedCards) => setSignedCards.mutate({ id: tap.id, signedCards })}
        />
      )}
      {isProxy || <TapWebhooks tap={tap} change={setWebhooks} />}
      <TapFaults
        tap={tap}
        label={label}
        onChange={(faults) => setFaults.mutate({ id: tap.id, faults: [...faults] })}
      />
    </li>
  )
}

function reveal(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

const choiceNames: Readonly<Record<SignedCardChoice, string>> = {
  rewritten: 'Addresses at the tap, without the signature',
  'as-is': 'Unchanged; calls to its addresses bypass the tap',
}

function factsOf(tap: Tap): string {
  const { kind, state, calls, tunnels, open, failed, connections, pushes, callers, origins } = tap
  if (state === 'starting') return kind === 'proxy' ? 'Starting…' : 'Loading the card…'
  if (state === 'stopped') return 'Stopped'
  if (calls + pushes === 0) return 'Listening · no calls yet'
  return joinDefined(
    ' · ',
    `${counted(calls, 'request')} over ${counted(connections, 'connection')}`,
    tunnels > 0 && `${counted(tunnels, 'tunnel')}, not read`,
    open > 0 && `${open} open`,
    failed > 0 && `${failed} failed`,
    pushes > 0 && counted(pushes, 'push notification'),
    callers.length > 0 && `called by ${visibleString(callers.join(', '))}`,
    kind === 'proxy' && origins.length > 0 && `to ${visibleString(origins.join(', '))}`,
  )
}

interface TapWebhooksProps {
  readonly tap: Tap
  readonly change: ReturnType<typeof useTapActions>['setWebhooks']
}

/** Whether the agent's push notifications use the tap, too. */
function TapWebhooks({ tap: { id, pushes, webhooks: current }, change }: TapWebhooksProps) {
  const { isPending, variables, mutate } = change
  const webhooks = isPending && variables?.id === id ? variables.webhooks : current
  return (
    <div className="tap-webhooks own-line">
      <Checkbox
        label="Record push notifications"
        checked={webhooks}
        disabled={isPending}
        onChange={(next) => mutate({ id, webhooks: next })}
      />
      <p className="field-hint">
        Where a caller names a webhook, the agent gets an address of this tap in its place. What it posts
        there is forwarded to the webhook.
        {webhooks &&
          pushes === 0 &&
          ' An agent that refuses webhooks at local addresses refuses this one, too.'}
      </p>
    </div>
  )
}

interface ProxySetupProps {
  readonly address: string
  /** No calls so far. */
  readonly isNew: boolean
}

/** How to make programs use the proxy. */
function ProxySetup({ address, isNew }: ProxySetupProps) {
  const { http, https } = proxyVariables(address)
  return (
    <details className="tap-setup own-line" open={isNew}>
      <summary className="dim">Environment variables</summary>
      <p className="dim">
        Start the programs that call agents with these variables. Requests over plain HTTP are recorded as
        calls to the agent that they name; the agent is added to the list when its card passes.
      </p>
      <Variables name="HTTP" text={http} />
      <Variables name="HTTPS, which passes unread and is listed" text={https} />
      <p className="dim">{proxyNotice}</p>
    </details>
  )
}

function Variables({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="line wraps gap-8 py-4">
      <span className="tap-facts column shrinks breaks gap-4">
        <span className="faint">{name}</span>
        <code className="mono">{text}</code>
      </span>
      <CopyButton label={`Copy variables for ${name.split(',')[0]}`} text={text} />
    </div>
  )
}

interface TapFaultsProps {
  readonly tap: Tap
  /** Its name in labels of controls. */
  readonly label: string
  onChange(faults: readonly TapFault[]): void
}

/** Faults that the tap inserts into responses, to test a client. */
function TapFaults({ tap: { faults }, label, onChange }: TapFaultsProps) {
  return (
    <details className="tap-faults own-line" open={faults.length > 0}>
      <summary className="dim">
        {faults.length === 0 ? 'Fault injection' : `Fault injection (${faults.length})`}
      </summary>
      <p className="dim">
        The record has what the agent sent, so faults cause no problems. They last until Parley quits.
      </p>
      <ul aria-label={`Faults of ${label}`}>
        {faults.map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may be the same
          <li key={index} className="line wraps gap-8 rule-above py-8">
            <span className="tap-facts column shrinks breaks gap-4">
              {visibleString(fault.route)} · {fault.kind}: {fault.value} ({tapFaultKinds[fault.kind]})
            </span>
            <Button
              aria-label={`Remove ${fault.kind} of ${visibleString(fault.route)}`}
              onClick={() => onChange(faults.filter((_, each) => each !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {faults.length < maxTapFaults && <FaultForm onAdd={(fault) => onChange([...faults, fault])} />}
    </details>
  )
}

function FaultForm({ onAdd }: { onAdd(fault: TapFault): void }) {
  const [route, setRoute] = useState('*')
  const [kind, setKind] = useState<TapFaultKind>('delay')
  const [value, setValue] = useState('')

  function add(event: FormEvent): void {
    event.preventDefault()
    onAdd({ route, kind, value: Number(value) })
  }

  return (
    <form className="field-row wraps mt-12 mb-12" onSubmit={add}>
      <TextField label="Operation or method, * for all" required value={route} onChange={setRoute} />
      <SelectField<TapFaultKind> label="Fault" options={kinds} value={kind} onChange={setKind} />
      <TextField
        label={sentenceCase(tapFaultKinds[kind])}
        type="number"
        required
        min={kind === 'status' ? 200 : 1}
        max={maxOf(kind)}
        value={value}
        onChange={setValue}
      />
      <Button type="submit">Add fault</Button>
    </form>
  )
}

function maxOf(kind: TapFaultKind): number {
  if (kind === 'status') return 599
  return kind === 'grpc-status' ? 16 : 1_000_000_000
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
