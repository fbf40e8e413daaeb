import { useEffect, useEffectEvent } from 'react'

/** Esc, wherever the focus is, unless something over it closes with that. */
export function useEscape(act: () => void, isActive = true): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!isActive) return undefined
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && document.querySelector('dialog[open]') === null) run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isActive])
}
