import { useEffect, useRef } from 'react'
import { maxPrompts } from '#shared/contract/constants.ts'
import { joinWords } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'

interface PromptCardsProps {
  readonly prompts: readonly string[]
  /** Which of them is on stage. */
  readonly current?: number | undefined
  onPick(index: number): void
}

/** A card and a digit key for each prompt. */
export function PromptCards({ prompts, current, onPick }: PromptCardsProps) {
  const latest = useRef(onPick)
  latest.current = onPick
  const count = Math.min(prompts.length, maxPrompts)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey } = event
      if (metaKey || ctrlKey || altKey || !/^[1-9]$/.test(key) || Number(key) > count) return
      if (target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]'))
        return
      event.preventDefault()
      latest.current(Number(key) - 1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [count])

  return (
    <ol className="prompt-cards flex fills gap-8" aria-label="Prompts">
      {prompts.slice(0, maxPrompts).map((prompt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice, and cards do not move
        <li key={index}>
          <button
            type="button"
            className={joinWords(
              ' ',
              'prompt-card flex at-start full-height gap-10 full-width',
              index === current && 'current',
            )}
            aria-keyshortcuts={String(index + 1)}
            aria-current={index === current ? 'step' : undefined}
            onClick={() => onPick(index)}
          >
            <kbd>{index + 1}</kbd>
            <span className="clamp-2">{visibleString(prompt, 2_000)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
