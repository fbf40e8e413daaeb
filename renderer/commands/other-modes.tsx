import { type CommandId, commandIds } from '#shared/commands.ts'
import type { Mode } from '#shared/contract/preferences.ts'
import { useEngine } from '../host/engine.tsx'
import { useLayout } from '../state/layout.ts'
import { useMode } from '../state/mode.ts'
import { runOnceOffered, useCommand } from './commands.ts'

/** What one mode alone can do. */
const modeOf: Readonly<Partial<Record<CommandId, Mode>>> = {
  'card.json': 'chat',
  'card.edit': 'chat',
  'card.reload': 'chat',
  'chat.attach': 'chat',
  'chat.contexts': 'chat',
  'chat.new-context': 'chat',
  'chat.tasks': 'chat',
  'console.filter': 'console',
}

/** Of these, what can be done where no agent can be called. */
const always: readonly CommandId[] = ['card.json', 'chat.contexts', 'console.filter']

/** Commands of the modes that are not shown: each leads to its mode first. */
export function OtherModes() {
  const { canCall } = useEngine()
  const shown = useMode(({ mode }) => mode)
  const hasCard = useLayout(({ agentsBeside }) => agentsBeside)
  return commandIds.map((id) => {
    const mode = canCall || always.includes(id) ? modeOf[id] : undefined
    const isHere = mode === shown || (hasCard && id.startsWith('card.'))
    return mode !== undefined && !isHere && <OtherMode key={id} id={id} mode={mode} />
  })
}

function OtherMode({ id, mode }: { readonly id: CommandId; readonly mode: Mode }) {
  useCommand(id, () => {
    runOnceOffered(id)
    useMode.getState().show(mode)
  })
  return null
}
