import { CircleDashed, CircleDot, CircleX } from 'lucide-react'
import type { ReceiverState } from '#shared/contract/push.ts'

/** Whether the receiver listens, and where. */
export function ListeningChip({ state: { listening, problem } }: { readonly state: ReceiverState }) {
  if (listening) {
    const { address, port } = listening
    const host = address.includes(':') ? `[${address}]` : address
    return (
      <span className="state-mark webhook-listening" role="status" style={{ color: 'var(--completed)' }}>
        <CircleDot size={13} />
        <span>
          listening on <span className="mono">{`${host}:${port}`}</span>
        </span>
      </span>
    )
  }
  const Icon = problem === undefined ? CircleDashed : CircleX
  const colour = problem === undefined ? 'var(--muted)' : 'var(--failed)'
  return (
    <span className="state-mark webhook-listening" role="status" style={{ color: colour }}>
      <Icon size={13} />
      {problem === undefined ? 'receiver off' : 'cannot listen'}
    </span>
  )
}
