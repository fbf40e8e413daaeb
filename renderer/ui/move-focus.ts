import type { KeyboardEvent } from 'react'

/** The left and the right arrow go from button to button within an element, for those that stand in one row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  all[all.findIndex((button) => button.contains(document.activeElement)) + step]?.focus()
}
