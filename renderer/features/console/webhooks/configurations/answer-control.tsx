import { type FormEvent, useState } from 'react'
import {
  type AnswerPlan,
  answerPlanSchema,
  type PlannedAnswer,
  type PushConfiguration,
} from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { Button } from '../../../../ui/button.tsx'
import { Problem } from '../../../../ui/feedback.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { planWords } from './configuration-words.tsx'

type Kind = PlannedAnswer['kind']

interface KindFacts {
  readonly name: string
  /** The number beside the choice: its label, default and bounds. */
  readonly number?: {
    readonly member: 'status' | 'delayMs'
    readonly label: string
    readonly usual: string
    readonly bounds: string
  }
}

const facts: Readonly<Record<Kind, KindFacts>> = {
  ok: { name: '200, immediately' },
  status: {
    name: 'an error',
    number: {
      member: 'status',
      label: 'Status',
      usual: '503',
      bounds: 'An error is a status from 400 to 599. ',
    },
  },
  delay: {
    name: '200, delayed',
    number: {
      member: 'delayMs',
      label: 'Milliseconds',
      usual: '5000',
      bounds: 'A delay is 1 to 300000 ms. ',
    },
  },
  drop: { name: 'Drop connection' },
  redirect: {
    name: 'a redirect',
    number: {
      member: 'status',
      label: 'Status',
      usual: '307',
      bounds: 'A redirect is 301, 302, 303, 307 or 308. ',
    },
  },
}
const kinds = Object.keys(facts) as readonly Kind[]

/** Chooses the response to the next calls, to test the agent's retries. */
export function AnswerControl({ config }: { readonly config: PushConfiguration }) {
  const [kind, setKind] = useState<Kind>(config.plan.answer.kind)
  const [amount, setAmount] = useState(amountOf(config.plan))
  const [times, setTimes] = useState(config.plan.calls === undefined ? '' : String(config.plan.calls))
  const [problem, setProblem] = useState<string>()
  const answer = useReceiverAction((client, plan: AnswerPlan) =>
    client.push.answerWith({ configId: config.id, plan }),
  )
  const { number } = facts[kind]

  function submit(event: FormEvent): void {
    event.preventDefault()
    const plan = answerPlanSchema.safeParse({
      answer: { kind, ...(number && { [number.member]: Number(amount) }) },
      ...(kind !== 'ok' && times.trim() !== '' && { calls: Number(times) }),
    })
    setProblem(plan.success ? undefined : `${number?.bounds ?? ''}${callsBounds}`)
    if (plan.success) answer.mutate(plan.data)
  }

  return (
    <section aria-label="Custom responses" className="config-part pt-10 rule-above">
      <h4 className="webhook-head mb-4 small bold">
        Respond with <span className="dim">now {planWords(config.plan)}</span>
      </h4>
      <form className="field-row answer-form" onSubmit={submit}>
        <SelectField<Kind>
          label="Respond with"
          options={kinds}
          nameOf={(each) => facts[each].name}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setAmount(facts[next].number?.usual ?? '')
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

const callsBounds = 'The number of calls must be a whole number or empty.'

function amountOf({ answer }: AnswerPlan): string {
  if ('status' in answer) return String(answer.status)
  return 'delayMs' in answer ? String(answer.delayMs) : ''
}
