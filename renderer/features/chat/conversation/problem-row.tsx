import type { ExchangeView } from '#shared/story/exchanges.ts'
import type { MessageView } from '#shared/story/task-view.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FilesTwiceOffer } from './files-twice-offer.tsx'
import type { SendProblem } from './problem.ts'

interface ProblemRowProps {
  readonly problem: SendProblem
  readonly exchange: ExchangeView
  readonly view: MessageView
}

/** Under a message that got no whole answer: what came instead, with the bytes one click away. */
export function ProblemRow({ problem, exchange, view }: ProblemRowProps) {
  const { canCall } = useEngine()
  const agentId = exchange.call?.agentId
  return (
    <div className="notice warning" role="status">
      <strong>{problem.what}</strong>
      <UntrustedText text={problem.detail} limit={600} />
      {agentId !== undefined && canCall && mayWantFilesTwice(exchange, view) && (
        <FilesTwiceOffer agentId={agentId} view={view} />
      )}
      <button
        type="button"
        className="link-button on-the-wire"
        onClick={() => useSelection.getState().selectExchange(exchange.id)}
      >
        Show on the wire
      </button>
    </div>
  )
}

function mayWantFilesTwice({ agentError, call }: ExchangeView, { message }: MessageView): boolean {
  const refused = agentError !== undefined && call?.dialect === '0.3-proto'
  return refused && message.parts.some(({ kind }) => kind === 'file-bytes')
}
