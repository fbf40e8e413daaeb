import { type FormEvent, useState } from 'react'
import {
  maxTapFaults,
  type Tap,
  type TapFault,
  type TapFaultKind,
  tapFaultKinds,
} from '#shared/contract/taps.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { visibleString } from '../../ui/visible-text.ts'

interface TapFaultsProps {
  readonly tap: Tap
  /** As a control of its row names it. */
  readonly label: string
  onChange(faults: readonly TapFault[]): void
}

/** What the tap does to responses on purpose, to see how a client takes it. */
export function TapFaults({ tap: { faults }, label, onChange }: TapFaultsProps) {
  return (
    <details className="tap-faults own-line" open={faults.length > 0}>
      <summary className="muted">
        {faults.length === 0 ? 'Fault injection' : `Fault injection (${faults.length})`}
      </summary>
      <p className="muted">
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

const kinds = Object.keys(tapFaultKinds) as readonly TapFaultKind[]

function FaultForm({ onAdd }: { onAdd(fault: TapFault): void }) {
  const [route, setRoute] = useState('*')
  const [kind, setKind] = useState<TapFaultKind>('delay')
  const [value, setValue] = useState('')

  function add(event: FormEvent): void {
    event.preventDefault()
    onAdd({ route, kind, value: Number(value) })
  }

  return (
    <form className="field-row tap-form" onSubmit={add}>
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
