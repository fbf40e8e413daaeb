import { useCompose } from './compose.ts'
import { useConsole } from './console.ts'
import { useLayout } from './layout.ts'
import { useSelection } from './selection.ts'

/** One exchange, or an entry of it: its row in the console, its bytes in the inspector. */
export function showOnWire(exchangeId: string, entrySeq?: number): void {
  useSelection.getState().selectExchange(exchangeId, entrySeq)
  useConsole.getState().setTab('wire')
  useCompose.getState().show(false)
  useLayout.getState().reveal('inspector')
}
