import { CircleDashed, CircleDot, CircleX } from 'lucide-react'
import type { ReceiverState } from '#shared/contract/push.ts'
import { Mark } from '../../../../ui/mark.tsx'

/** Whether the receiver listens, and where. */
export function ListeningChip({ state: { listening, problem } }: { readonly state: ReceiverState }) {
  return <Mark className="webhook-listening" role="status" {...markOf(listening, problem)} />
}

function markOf(listening: ReceiverState['listening'], problem: string | undefined) {
  if (!listening) {
    return problem === undefined
      ? { icon: CircleDashed, colour: 'var(--muted)', word: 'receiver off' }
      : { icon: CircleX, colour: 'var(--failed)', word: 'cannot listen' }
  }
  const { address, port } = listening
  const host = address.includes(':') ? `[${address}]` : address
  const word = (
    <span>
      listening on <span className="mono">{`${host}:${port}`}</span>
    </span>
  )
  return { icon: CircleDot, colour: 'var(--completed)', word }
}
