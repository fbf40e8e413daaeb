// Where a row's menu was opened, for the pane that shows its exchange or problem and offers the actions.

import { create } from 'zustand'
import { useConsole } from './console.ts'
import { useLayout } from './layout.ts'
import type { SelectedProblem } from './selection.ts'
import { showOnWire } from './show-on-wire.ts'

type Point = Omit<RowMenu, 'subject'>

interface RowMenu {
  /** The id of an exchange, or the key of a problem. */
  readonly subject: string | undefined
  readonly x: number
  readonly y: number
}

export const closedRowMenu: RowMenu = { subject: undefined, x: 0, y: 0 }

export const useRowMenu = create<RowMenu>(() => closedRowMenu)

export function openRowMenu(exchangeId: string, at: Point, entrySeq?: number): void {
  showOnWire(exchangeId, entrySeq)
  // During a comparison, a click on a row selects the other side.
  if (useConsole.getState().compareWith === undefined) useRowMenu.setState({ subject: exchangeId, ...at })
}

export function problemKey({ rule, agentId }: SelectedProblem): string {
  return JSON.stringify([rule, agentId])
}

export function openProblemMenu(problem: SelectedProblem, at: Point): void {
  useLayout.getState().reveal('inspector')
  useRowMenu.setState({ subject: problemKey(problem), ...at })
}
