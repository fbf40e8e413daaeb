import { useEffect, useEffectEvent } from 'react'

/** What Esc closes, what was opened last at the end. */
const open: (() => void)[] = []

function onKey({ key, defaultPrevented }: KeyboardEvent): void {
  if (key === 'Escape' && !defaultPrevented && document.querySelector('dialog[open]') === null)
    open.at(-1)?.()
}

/** Esc, wherever the focus is, unless a dialog or what was opened later closes with it. */
export function useEscape(act: () => void, isActive = true): void {
  const close = useEffectEvent(act)
  useEffect(() => {
    if (!isActive) return undefined
    const closeThis = () => close()
    open.push(closeThis)
    window.addEventListener('keydown', onKey)
    return () => void open.splice(open.indexOf(closeThis), 1)
  }, [isActive])
}
