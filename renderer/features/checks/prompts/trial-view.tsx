import { FlaskConical, Square } from 'lucide-react'
import { behaviors } from '#shared/checks/behaviors.ts'
import type { Tried } from '#shared/contract/checks.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useTrial } from './trial.ts'

interface TrialViewProps {
  readonly agentId: string
  onTry(): void
  onShow(exchangeId: string): void
}

/** Sends the examples of the agent's skills, and says what each brought about. */
export function TrialView({ agentId, onTry, onShow }: TrialViewProps) {
  const trial = useTrial()
  const { at, isRunning, tried, problem, stop } = trial.agentId === agentId ? trial : none
  return (
    <section className="trial mb-14 small" aria-label="Trial">
      <div className="trial-head line gap-10">
        {isRunning ? (
          <>
            <span className="truncate" role="status">
              {at ? `Trying “${visibleString(at.prompt, 80)}”` : 'Asking for the first example…'}
            </span>
            <span className="trial-bar">
              <ProgressBar label="Trial" part={at && at.total > 0 ? tried.length / at.total : undefined} />
            </span>
            <Button onClick={stop}>
              <Square size={11} /> Stop
            </Button>
          </>
        ) : (
          <>
            <span className="muted">
              {tried.length === 0
                ? 'A trial sends “Hello” and the examples of the agent’s skills, and fills in what’s empty.'
                : `${tried.length} tried. Empty prompts are filled in.`}
            </span>
            <span className="spacer" />
            <Button onClick={onTry}>
              <FlaskConical size={12} /> Try the examples
            </Button>
          </>
        )}
      </div>
      <Problem error={problem} />
      {tried.length > 0 && (
        <ul className="trial-list column gap-6 mt-8 scrolls" aria-label="Prompts tried">
          {tried.map((each) => (
            <TriedRow key={each.prompt} tried={each} onShow={onShow} />
          ))}
        </ul>
      )}
    </section>
  )
}

const none = {
  at: undefined,
  isRunning: false,
  tried: [],
  problem: undefined,
  stop: () => undefined,
} as const

interface TriedRowProps {
  readonly tried: Tried
  onShow(exchangeId: string): void
}

function TriedRow({ tried: { prompt, sentence, behaviors: shown, exchangeId }, onShow }: TriedRowProps) {
  return (
    <li className="tried">
      <span>
        <UntrustedText text={prompt} limit={200} />
      </span>
      <span className="muted">
        <CodeText text={sentence} />{' '}
        {shown.length > 0 && (
          <span className="faint">{shown.map((id) => behaviors[id].name).join(', ')}</span>
        )}{' '}
        {exchangeId !== undefined && (
          <LinkButton
            aria-label={`Show request of “${visibleString(prompt, 80)}”`}
            onClick={() => onShow(exchangeId)}
          >
            Show request
          </LinkButton>
        )}
      </span>
    </li>
  )
}
