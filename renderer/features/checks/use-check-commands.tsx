import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useChecks } from '../../state/checks.ts'
import { useMode, useSelection } from '../../state/selection.ts'
import { useStart } from './use-check-run.ts'

/** Commands of the palette about checks, in any mode. */
export function useCheckCommands(): void {
  const { canCall, hasChecks } = useEngine()
  const agentId = useSelection((selection) => selection.agentId)
  const start = useStart()
  const { show } = useMode.getState()
  useCommand('mode.checks', () => show('checks'), hasChecks)
  useCommand(
    'checks.run',
    () => {
      show('checks')
      const { owner, place } = useChecks.getState()
      if (agentId !== undefined) void start(agentId, owner === agentId ? place.wanted : {})
    },
    canCall && agentId !== undefined,
  )
}
