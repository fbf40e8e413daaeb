// Where a row's menu was opened, for what shows its exchange: the same can be done there.

import { create } from 'zustand'

interface RowMenu {
  readonly exchangeId: string | undefined
  readonly x: number
  readonly y: number
}

export const closedRowMenu: RowMenu = { exchangeId: undefined, x: 0, y: 0 }

export const useRowMenu = create<RowMenu>(() => closedRowMenu)
