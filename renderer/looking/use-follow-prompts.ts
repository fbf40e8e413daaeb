import { useEffect, useMemo } from 'react'
import { useSelection } from '../state/selection.ts'
import type { Replay } from './open-replay.ts'
import { useReplayState } from './replay-context.ts'

/** A replay shows whom the prompt it has come to went to; until the next one, the user may look at another agent. */
export function useFollowPrompts(replay: Replay): void {
  const { seq } = useReplayState(replay)
  const prompts = useMemo(() => replay.outline.places.filter(({ kind }) => kind === 'prompt'), [replay])
  const prompt = prompts.findLast((one) => one.seq <= seq) ?? prompts[0]
  useEffect(() => {
    const { agentId, selectAgent } = useSelection.getState()
    if (prompt?.agentId !== undefined && prompt.agentId !== agentId) selectAgent(prompt.agentId)
  }, [prompt])
}
