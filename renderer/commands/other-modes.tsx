import { type CommandId, commandIds } from '#shared/commands.ts'
import type { Mode } from '#shared/contract/preferences.ts'
import { useEngine } from '../host/engine.tsx'
import { useMode } from '../state/mode.ts'
import { runOnceOffered, useCommand } from './commands.ts'

/** What one mode alone can do. */
const modeOf: Readonly<Partial<Record<CommandId, Mode>>> = {
  'chat.attach': 'chat',
  'chat.new-context': 'chat',
  'chat.tasks': 'chat',
  'console.filter': 'console',
}

/** Of these, what can be done where no agent can be called. */
const always: readonly CommandId[] = ['console.filter']

/** Commands of the modes that are not shown: each leads to its mode first. */
export function OtherModes() {
  const { canCall } = useEngine()
  const shown = useMode(({ mode }) => mode)
  return commandIds.map((id) => {
    const mode = canCall || always.includes(id) ? modeOf[id] : undefined
    return mode !== undefined && mode !== shown && <OtherMode key={id} id={id} mode={mode} />
  })
}

function OtherMode({ id, mode }: { readonly id: CommandId; readonly mode: Mode }) {
  useCommand(id, () => {
    runOnceOffered(id)
    useMode.getState().show(mode)
  })
  return null
}
