import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useLayout } from '../../../state/layout.ts'
import { useSelection } from '../../../state/selection.ts'
import { showCard, useCardView } from '../card-view.ts'
import { useSelectedAgent } from '../use-agent.ts'
import { useDiscovery, useReadAgain } from '../use-discovery.ts'

/** Each shows the card of the selected agent. */
export function useCardCommands(): void {
  const { canCall } = useEngine()
  const agent = useSelectedAgent()
  const hasCard = useDiscovery().data?.found === true
  const readAgain = useReadAgain()
  const isShown = useSelection(({ card }) => card)
  const { tab, isEdited } = useCardView()
  useCommand('card.show', () => showCard({ tab: 'card' }), agent !== undefined)
  useCommand('card.json', () => showCard({ tab: isShown && tab === 'json' ? 'card' : 'json' }), hasCard)
  useCommand('card.edit', edit, hasCard && canCall)
  useCommand('card.reload', () => agent && readAgain.mutate(agent.id), agent !== undefined && canCall)

  function edit(): void {
    const isEditing = isShown && isEdited
    showCard({ tab: 'json', isEdited: !isEditing })
    if (!isEditing) useLayout.getState().setMaximized('inspector')
  }
}
