import { CodeText } from './code-text.tsx'
import { joinDefined } from './format.ts'
import './pieces.css'

interface ExpectedReceivedProps {
  readonly expected: string | undefined
  readonly received: string | undefined
}

/** The expected and the received value; an absent one is left out. */
export function ExpectedReceived({ expected, received }: ExpectedReceivedProps) {
  if (expected === undefined && received === undefined) return null
  return (
    <dl className="expected-received gap-8 small">
      <Value name="Expected" text={expected} />
      <Value name="Received" text={received} className="wrong" />
    </dl>
  )
}

interface ValueProps {
  readonly name: string
  readonly text: string | undefined
  readonly className?: string
}

function Value({ name, text, className }: ValueProps) {
  if (text === undefined) return null
  return (
    <div className={joinDefined(' ', 'well boxed shrinks py-6 px-8', className)}>
      <dt className="dim">{name}</dt>
      <dd className="mono">
        <CodeText text={text} limit={1_000} />
      </dd>
    </div>
  )
}
