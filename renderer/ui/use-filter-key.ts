import { type KeyboardEvent, useRef } from 'react'

/** The key that looks for something looks in the list that has the focus. */
export function useFilterKey() {
  const input = useRef<HTMLInputElement>(null)
  return {
    input,
    onKeyDown(event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'f') {
        event.preventDefault()
        input.current?.focus()
      }
    },
  }
}
