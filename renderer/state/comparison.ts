import { type RequestPair, useConsole } from './console.ts'
import { useLayout } from './layout.ts'
import { useMode, useSelection } from './selection.ts'
import { showOnWire } from './show-on-wire.ts'

// Two requests to compare: both selected in a list, or the first while the user selects the other.

/** The two selected requests; any other selection ends the pair. */
export function usePair(): RequestPair | undefined {
  const selectedId = useSelection(({ exchangeId }) => exchangeId)
  const pair = useConsole((state) => state.pair)
  return pair && selectedId !== undefined && pair.includes(selectedId) ? pair : undefined
}

/** Selects a request beside the selected one, or removes it from the pair. */
export function pairWith(exchangeId: string): void {
  const { exchangeId: selectedId, selectExchange } = useSelection.getState()
  const { pair, compareWith } = useConsole.getState()
  const isParted = selectedId === exchangeId || pair?.includes(exchangeId)
  if (selectedId === undefined || compareWith !== undefined) selectExchange(exchangeId)
  else useConsole.setState({ pair: isParted ? undefined : [selectedId, exchangeId] })
}

export function comparePair([first, second]: RequestPair): void {
  useConsole.getState().setCompareWith(first)
  showOnWire(second)
}

/** The first of two, while the user selects the other. */
export function useAwaitingOther(): string | undefined {
  const selectedId = useSelection(({ exchangeId }) => exchangeId)
  const compareWith = useConsole((state) => state.compareWith)
  return selectedId === undefined || selectedId === compareWith ? compareWith : undefined
}

/** The first of two, while they are compared. */
export function useComparedWith(): string | undefined {
  const awaited = useAwaitingOther()
  const compareWith = useConsole((state) => state.compareWith)
  return awaited === undefined ? compareWith : undefined
}

/** Shows the list, in which the user selects the other request. */
export function compareWithOther(exchangeId: string): void {
  useConsole.getState().setCompareWith(exchangeId)
  useMode.getState().show('console')
  useLayout.getState().showMode()
}
