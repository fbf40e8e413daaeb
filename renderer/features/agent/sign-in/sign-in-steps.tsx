import { Check, Circle, LoaderCircle, Minus, X } from 'lucide-react'
import type { SignInStep } from '#shared/contract/sign-in.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { WireLink } from '../wire-link.tsx'
import { stepTitles } from './grant-words.ts'

interface SignInStepsProps {
  readonly steps: readonly SignInStep[]
  onShowWire(): void
}

const icons = { waiting: Circle, running: LoaderCircle, done: Check, failed: X, skipped: Minus } as const

/** Each step with its state in a word, what it did, and its exchanges. */
export function SignInSteps({ steps, onShowWire }: SignInStepsProps) {
  return (
    <ol className="sign-in-steps" aria-label="Sign-in steps">
      {steps.map(({ name, state, sentence, exchangeIds }) => {
        const Icon = icons[state]
        return (
          <li key={name} className={`sign-in-step ${state}`}>
            <Icon size={13} aria-hidden={true} />
            <span className="sign-in-step-name">{stepTitles[name]}</span>
            <span className="visually-hidden">{state}: </span>
            <span className="sign-in-step-sentence">
              <UntrustedText text={sentence} limit={1000} />
              {exchangeIds.map((exchangeId, index) => (
                <span key={exchangeId}>
                  {' '}
                  <WireLink exchangeId={exchangeId} onShow={onShowWire}>
                    {exchangeIds.length === 1 ? 'exchange' : `exchange ${index + 1}`}
                  </WireLink>
                </span>
              ))}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
