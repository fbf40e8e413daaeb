import { useCompose } from './compose.ts'
import { useLayout } from './layout.ts'
import { useSelection } from './selection.ts'

/** Shows an exchange, or an entry of it, in the inspector in any mode. */
export function showOnWire(exchangeId: string, entrySeq?: number): void {
  useSelection.getState().selectExchange(exchangeId, entrySeq)
  useCompose.getState().show(false)
  useLayout.getState().reveal('inspector')
}
