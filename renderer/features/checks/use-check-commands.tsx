import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useChecks } from '../../state/checks.ts'
import { useConsole } from '../../state/console.ts'
import { useSelection } from '../../state/selection.ts'
import { useStart } from './use-start.ts'

/** What the palette can do about checks, whichever tab of the console is shown. */
export function useCheckCommands(): void {
  const { canCall } = useEngine()
  const agentId = useSelection((selection) => selection.agentId)
  const start = useStart()
  const { setTab } = useConsole.getState()
  useCommand('checks.show', () => setTab('checks'))
  useCommand(
    'checks.run',
    () => {
      setTab('checks')
      const { of, place } = useChecks.getState()
      if (agentId !== undefined) void start(agentId, of === agentId ? place.wanted : {})
    },
    canCall && agentId !== undefined,
  )
}
