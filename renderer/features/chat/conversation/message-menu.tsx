import type { Block } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { ContextMenu, type MenuItem } from '../../../ui/menu.tsx'
import { useMessageActions } from '../composer/index.ts'

/** What can be done with a message. */
export function useMessageMenu({ key, kind, label, place }: Block) {
  const { canCall } = useEngine()
  const actions = useMessageActions(key)
  const again: readonly MenuItem[] = [
    { label: 'Send again', run: actions.sendAgain },
    { label: 'Edit and send again', run: actions.edit },
  ]
  return {
    label: label === 'You' ? 'Your message' : `${label}'s message`,
    items: () => [
      ...(kind === 'mine' && canCall ? again : []),
      { label: 'Copy', run: actions.copy },
      ...(canCall ? [{ label: 'Quote', run: actions.quote }] : []),
      { label: 'Show request', run: () => showOnWire(place.exchangeId, place.seq) },
    ],
  }
}

/** On all of it: the head of a long message isn't drawn while it is out of sight. */
export function MessageContextMenu({ block }: { readonly block: Block }) {
  return <ContextMenu {...useMessageMenu(block)} subject="article" />
}
