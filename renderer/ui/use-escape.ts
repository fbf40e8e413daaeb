import { useEffect, useEffectEvent } from 'react'

/** What Escape closes; what was opened last is at the end. */
const open: (() => void)[] = []

function onKey({ key, defaultPrevented }: KeyboardEvent): void {
  if (key === 'Escape' && !defaultPrevented && document.querySelector('dialog[open]') === null)
    open.at(-1)?.()
}

/** Runs on Escape anywhere, unless a dialog or something opened later closes first. */
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
