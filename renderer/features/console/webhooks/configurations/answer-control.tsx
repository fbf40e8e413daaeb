import { type FormEvent, useState } from 'react'
import { type AnswerPlan, answerPlanSchema, type PushConfiguration } from '#shared/contract/push.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { Problem } from '../../../../ui/problem.tsx'
import { useReceiverAction } from '../use-receiver.ts'
import { planWords } from './configuration-words.tsx'

type Kind = AnswerPlan['answer']['kind']

const kinds = ['ok', 'status', 'delay', 'drop', 'redirect'] as const satisfies readonly Kind[]
const names: Readonly<Record<Kind, string>> = {
  ok: '200, immediately',
  status: 'an error',
  delay: '200, delayed',
  drop: 'none: drop the connection',
  redirect: 'a redirect',
}
/** What the number beside the choice means, and what it is at first. */
const numbers: Readonly<Partial<Record<Kind, { readonly label: string; readonly usual: string }>>> = {
  status: { label: 'Status', usual: '503' },
  delay: { label: 'Milliseconds', usual: '5000' },
  redirect: { label: 'Status', usual: '307' },
}

/** What the next calls are answered, to watch whether and how the agent tries again. */
export function AnswerControl({ config }: { readonly config: PushConfiguration }) {
  const [kind, setKind] = useState<Kind>(config.plan.answer.kind)
  const [amount, setAmount] = useState(amountOf(config.plan))
  const [times, setTimes] = useState(config.plan.calls === undefined ? '' : String(config.plan.calls))
  const [problem, setProblem] = useState<string>()
  const answer = useReceiverAction((client, plan: AnswerPlan) =>
    client.push.answerWith({ configId: config.id, plan }),
  )
  const number = numbers[kind]

  function submit(event: FormEvent): void {
    event.preventDefault()
    const plan = answerPlanSchema.safeParse({
      answer: answerOf(kind, Number(amount)),
      ...(kind !== 'ok' && times.trim() !== '' && { calls: Number(times) }),
    })
    setProblem(plan.success ? undefined : boundsOf(kind))
    if (plan.success) answer.mutate(plan.data)
  }

  return (
    <section aria-label="Custom responses" className="config-part">
      <h4 className="webhook-head">
        Calls get the response <span className="muted">now {planWords(config.plan)}</span>
      </h4>
      <form className="field-row answer-form" onSubmit={submit}>
        <SelectField<Kind>
          label="Respond with"
          options={kinds}
          nameOf={(each) => names[each]}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setAmount(numbers[next]?.usual ?? '')
          }}
        />
        {number && (
          <TextField label={number.label} mono inputMode="numeric" value={amount} onChange={setAmount} />
        )}
        {kind !== 'ok' && (
          <TextField
            label="For the next"
            mono
            inputMode="numeric"
            placeholder="until changed"
            value={times}
            onChange={setTimes}
          />
        )}
        <Button type="submit" disabled={answer.isPending}>
          Apply
        </Button>
      </form>
      <Problem error={problem ?? answer.error} />
    </section>
  )
}

function answerOf(kind: Kind, amount: number): unknown {
  switch (kind) {
    case 'ok':
    case 'drop':
      return { kind }
    case 'status':
    case 'redirect':
      return { kind, status: amount }
    case 'delay':
      return { kind, delayMs: amount }
  }
}

function amountOf({ answer }: AnswerPlan): string {
  switch (answer.kind) {
    case 'ok':
    case 'drop':
      return ''
    case 'status':
    case 'redirect':
      return String(answer.status)
    case 'delay':
      return String(answer.delayMs)
  }
}

function boundsOf(kind: Kind): string {
  const counted = ' The number of calls must be a whole number or empty.'
  switch (kind) {
    case 'status':
      return `An error is a status from 400 to 599.${counted}`
    case 'delay':
      return `A delay is 1 to 300000 ms.${counted}`
    case 'redirect':
      return `A redirect is 301, 302, 303, 307 or 308.${counted}`
    case 'ok':
    case 'drop':
      return counted.trim()
  }
}
