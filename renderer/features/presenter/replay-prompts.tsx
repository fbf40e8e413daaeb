import { useEffect, useMemo } from 'react'
import type { Replay } from '../../looking/open-replay.ts'
import { useReplayState } from '../../looking/replay-context.ts'
import { PromptCards } from './prompt-cards.tsx'

/** The prompts of a recorded session: a card plays its part of it, up to the next one. */
export function ReplayPrompts({ replay }: { readonly replay: Replay }) {
  const { seq } = useReplayState(replay)
  const prompts = useMemo(() => replay.outline.places.filter(({ kind }) => kind === 'prompt'), [replay])
  const current = prompts.findLastIndex((prompt) => prompt.seq <= seq)

  useEffect(() => {
    const { stopAtPrompts } = replay.state()
    void replay.act({ kind: 'pace', pace: { stopAtPrompts: true } })
    return () => void replay.act({ kind: 'pace', pace: { stopAtPrompts } })
  }, [replay])

  function play(index: number): void {
    const prompt = prompts[index]
    if (prompt === undefined) return
    void replay.act({ kind: 'seek', seq: prompt.seq - 1 }, { kind: 'play' })
  }

  return (
    <PromptCards
      prompts={prompts.map(({ says }) => says || 'A prompt')}
      current={current < 0 ? undefined : current}
      onPick={play}
    />
  )
}
