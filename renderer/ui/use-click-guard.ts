import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** How far a hand at rest moves the pointer. */
const restPx = 4

interface Clicked {
  readonly x: number
  readonly y: number
  readonly on: Element | null
}

/**
 * For what holds a list with buttons that remove: where a row goes, the next takes its place, its button under the pointer. A second click
 * there does nothing until the pointer has moved.
 */
export function useClickGuard() {
  const last = useRef<Clicked>(undefined)
  const isAtLast = ({ clientX, clientY }: MouseEvent) =>
    last.current !== undefined && Math.hypot(clientX - last.current.x, clientY - last.current.y) < restPx
  return {
    onPointerMove(event: PointerEvent) {
      if (!isAtLast(event)) last.current = undefined
    },
    onPointerLeave() {
      last.current = undefined
    },
    onClickCapture(event: MouseEvent) {
      const on = event.target instanceof Element ? event.target.closest('button') : null
      // A click by key is at no place.
      const isOther = event.detail > 0 && isAtLast(event) && last.current?.on !== on
      if (!isOther) {
        last.current = { x: event.clientX, y: event.clientY, on }
        return
      }
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
