import { useMutation } from '@tanstack/react-query'
import type { CardViews, ProbeAnswer } from '#shared/contract/card-questions.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { joinWords } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useConfigure } from '../use-discovery.ts'
import { bindingName, dialectName } from '../ways.ts'
import { WireLink } from '../wire-link.tsx'

interface ProbePanelProps {
  readonly agentId: string
}

/** What the agent really speaks, from calls that change nothing there. */
export function ProbePanel({ agentId }: ProbePanelProps) {
  const { client } = useEngine()
  const probe = useMutation({ mutationFn: () => client.card.probe({ agentId }) })
  const views = useMutation({ mutationFn: () => client.card.compareViews({ agentId }) })
  const error = probe.error ?? views.error
  return (
    <section aria-label="Detect versions" className="mt-16 rule-above pt-12">
      <div className="connection-head line gap-8 mb-4">
        <h3>Detect versions</h3>
        <Button aria-busy={views.isPending} disabled={views.isPending} onClick={() => views.mutate()}>
          Compare card versions
        </Button>
        <Button aria-busy={probe.isPending} disabled={probe.isPending} onClick={() => probe.mutate()}>
          Detect
        </Button>
      </div>
      <p className="field-hint">
        A probe requests a task that doesn’t exist, in one version after another, and compares the errors.
        Comparing loads the card with and without the A2A-Version header.
      </p>
      <div aria-live="polite">
        {error && <p className="notice">{messageOf(error)}</p>}
        {views.data && <Views views={views.data} />}
        {probe.data && <ProbeResult agentId={agentId} answer={probe.data} />}
      </div>
    </section>
  )
}

function Views({ views }: { readonly views: CardViews }) {
  return (
    <div className="probe-result mt-10 py-10 px-12">
      <p>{views.sentence}</p>
      <ul className="column gap-6 mt-8">
        {views.views.map(({ asked, exchangeId, outcome }) => (
          <li key={exchangeId} className="probe-call flex wraps small">
            <WireLink exchangeId={exchangeId}>
              {asked === 'nothing' ? 'without A2A-Version' : `A2A-Version: ${asked}`}
            </WireLink>
            <span className="muted">{outcome}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ProbeResultProps extends ProbePanelProps {
  readonly answer: ProbeAnswer
}

function ProbeResult({ agentId, answer }: ProbeResultProps) {
  const configure = useConfigure(agentId)
  const { suggestion } = answer
  return (
    <div className={joinWords(' ', 'probe-result mt-10 py-10 px-12', suggestion && 'contradicts')}>
      <p>
        <strong className="bold">{answer.sentence}</strong>
        {!answer.certain && <span className="muted"> This isn’t certain.</span>}
      </p>
      {suggestion && (
        <Button primary onClick={() => configure.mutate((now) => ({ ...now, forced: suggestion }))}>
          Use {dialectName(suggestion.dialect)} over {bindingName(suggestion.binding)}
        </Button>
      )}
      <ul className="column gap-6 mt-8">
        {answer.calls.map((call) => (
          <li key={call.exchangeId} className="probe-call flex wraps small">
            <WireLink exchangeId={call.exchangeId}>
              {call.label} <span className="faint">as {dialectName(call.dialect)}</span>
            </WireLink>
            <span className="muted">
              <UntrustedText text={call.outcome} limit={300} />
            </span>
            {call.evidence.map(({ pointer, sentence, speaks }) => (
              <p key={`${pointer} ${sentence}`} className="probe-evidence">
                <UntrustedText text={sentence} limit={400} />{' '}
                <span className="faint">suggests {dialectName(speaks)}</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
