import { useSelection } from '../../../state/selection.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { SendProblem } from './problem.ts'

interface ProblemRowProps {
  readonly problem: SendProblem
  readonly exchangeId: string
}

/** Under a message that got no whole answer: what came instead, with the bytes one click away. */
export function ProblemRow({ problem, exchangeId }: ProblemRowProps) {
  return (
    <div className="notice warning" role="status">
      <strong>{problem.what}</strong>
      <UntrustedText text={problem.detail} limit={600} />
      <button
        type="button"
        className="link-button on-the-wire"
        onClick={() => useSelection.getState().selectExchange(exchangeId)}
      >
        Show on the wire
      </button>
    </div>
  )
}
