import { CircleAlert, CircleHelp, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { settledMs } from '#shared/a2a/push/diagnose.ts'
import type { PushConfiguration, Suspicion } from '#shared/contract/push.ts'
import { messageOf } from '#shared/errors.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { useWebhooks } from '../../../../state/console.ts'
import { showOnWire } from '../../../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { CodeText } from '../../../../ui/code-text.tsx'
import { Mark } from '../../../../ui/marks.tsx'

/** Shown without calls: since when, and on demand why. The diagnosis calls the agent and our own address, so it needs a click. */
export function DiagnosisView({ config }: { readonly config: PushConfiguration }) {
  const silentMs = useSilence(config.silentSince)
  const mutation = useReceiverAction((client, configId: string) => client.push.diagnose({ configId }))
  const settled = silentMs >= settledMs
  const { mutate } = mutation
  const isDue = useWebhooks(({ diagnosedId }) => diagnosedId === config.id)
  useEffect(() => {
    if (!isDue) return
    useWebhooks.setState({ diagnosedId: undefined })
    mutate(config.id)
  }, [isDue, mutate, config.id])
  return (
    <section
      className={settled ? 'notice warning diagnosis' : 'notice diagnosis calm'}
      aria-label="Nothing has arrived"
    >
      <div className="line gap-8">
        <strong>{settled ? 'Nothing has arrived' : 'Nothing has arrived yet'}</strong>
        <span className="dim num">{secondsWords(Math.floor(silentMs / 1000))}</span>
        <span className="spacer" />
        <Button disabled={mutation.isPending} onClick={() => mutation.mutate(config.id)}>
          {mutation.isPending ? 'Checking…' : mutation.data ? 'Check again' : 'Find out why'}
        </Button>
      </div>
      {!mutation.data && (
        <p className="dim">This requests the agent’s configurations and calls Parley’s own address.</p>
      )}
      {mutation.error && <p role="alert">{messageOf(mutation.error)}</p>}
      {mutation.data?.suspicions.length === 0 && (
        <p>Everything Parley can check is in order. The agent may have nothing to report yet.</p>
      )}
      {mutation.data && (
        <ol className="suspicions column gap-10" aria-label="Why nothing may have arrived">
          {mutation.data.suspicions.map((suspicion) => (
            <SuspicionRow key={suspicion.sentence} suspicion={suspicion} />
          ))}
        </ol>
      )}
    </section>
  )
}

const weights = {
  certain: { icon: CircleX, colour: 'var(--failed)' },
  likely: { icon: CircleAlert, colour: 'var(--input-required)' },
  possible: { icon: CircleHelp, colour: 'var(--dim)' },
} as const

function SuspicionRow({ suspicion }: { readonly suspicion: Suspicion }) {
  const { sentence, checked, weight, remedy, exchangeId } = suspicion
  return (
    <li className="flex gap-10">
      <Mark className="suspicion-weight" {...weights[weight]} word={weight} />
      <div className="shrinks">
        <p>
          <CodeText text={sentence} limit={600} />
        </p>
        {remedy !== undefined && (
          <p>
            <span className="dim">What to do: </span>
            <CodeText text={remedy} limit={600} />
          </p>
        )}
        <p className="faint">
          How it was checked: <CodeText text={checked} limit={600} />{' '}
          {exchangeId !== undefined && (
            <LinkButton onClick={() => showOnWire(exchangeId)}>Show request</LinkButton>
          )}
        </p>
      </div>
    </li>
  )
}

/** Silence is shown in whole seconds. */
const silenceStepMs = 1_000

function useSilence(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), silenceStepMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - since)
}

function secondsWords(seconds: number): string {
  return seconds < 120 ? `for ${seconds} s` : `for ${Math.floor(seconds / 60)} min`
}
