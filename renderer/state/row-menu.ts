// Where a row's menu was opened, for what shows its exchange: the same can be done there.

import { create } from 'zustand'
import { useConsole } from './console.ts'
import { showOnWire } from './show-on-wire.ts'

interface RowMenu {
  readonly exchangeId: string | undefined
  readonly x: number
  readonly y: number
}

export const closedRowMenu: RowMenu = { exchangeId: undefined, x: 0, y: 0 }

export const useRowMenu = create<RowMenu>(() => closedRowMenu)

/** A right click on a row about an exchange, or an entry of it. */
export function openRowMenu(exchangeId: string, at: Omit<RowMenu, 'exchangeId'>, entrySeq?: number): void {
  showOnWire(exchangeId, entrySeq)
  // A click on the other side of a comparison shows the comparison.
  if (useConsole.getState().compareWith === undefined) useRowMenu.setState({ exchangeId, ...at })
}
