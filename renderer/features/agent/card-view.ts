// The view of the selected agent's card: its tab, and whether its JSON is edited.

import { create } from 'zustand'
import { useLayout } from '../../state/layout.ts'
import { useSelection } from '../../state/selection.ts'

export type CardTab = 'card' | 'json' | 'findings'

interface CardView {
  readonly tab: CardTab
  readonly isEdited: boolean
}

export const useCardView = create<CardView>(() => ({ tab: 'card', isEdited: false }))

export function showCard(view: Partial<CardView> = {}): void {
  useCardView.setState({ isEdited: false, ...view })
  useSelection.getState().selectCard()
  useLayout.getState().reveal('inspector')
}
