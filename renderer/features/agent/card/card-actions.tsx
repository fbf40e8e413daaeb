import { Cable, RotateCw } from 'lucide-react'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useCardView } from '../card-view.ts'

interface CardActionsProps {
  readonly isFound: boolean
  readonly busy: boolean
}

export function CardActions({ isFound, busy }: CardActionsProps) {
  const { canCall } = useEngine()
  const isEdited = useCardView((view) => view.tab === 'json' && view.isEdited)
  if (!canCall) return null
  return (
    <>
      <IconButton
        label="Reload agent card (bypass caches)"
        disabled={busy}
        icon={<RotateCw size={13} />}
        onClick={() => runCommand('card.reload')}
      />
      <IconButton label="Tap this agent" icon={<Cable size={13} />} onClick={() => runCommand('agent.tap')} />
      {isFound && (
        <Button aria-pressed={isEdited} onClick={() => runCommand('card.edit')}>
          Edit card
        </Button>
      )}
    </>
  )
}
