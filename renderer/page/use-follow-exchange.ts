import { useEffect } from 'react'
import { isPrompt } from '#shared/a2a/operation.ts'
import { useExchange } from '../record/use-exchange.ts'
import { useSelection } from '../state/selection.ts'

/** Whoever looks at what was said to another agent is shown that one’s story; until the next such look, any agent may be chosen. */
export function useFollowExchange(): void {
  const { exchangeId, lead } = useSelection()
  const { data } = useExchange(lead === 'exchange' ? exchangeId : undefined)
  const isSaid = isPrompt(data?.row.operation)
  const to = isSaid && data?.row.id === exchangeId ? data.row.agentId : undefined
  useEffect(() => {
    // The exchange leads on: choosing an agent would end that.
    if (to !== undefined && exchangeId !== undefined) useSelection.setState({ agentId: to })
  }, [exchangeId, to])
}
