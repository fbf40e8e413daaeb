import { type RefObject, useEffect, useEffectEvent } from 'react'

export interface Point {
  readonly x: number
  readonly y: number
}

/** What the browser's own menu is for. */
const leftToBrowser = 'a[href], input, textarea, select, [contenteditable], audio, video'

/** A right click, or the menu key, on the closest element around `inner` that `selector` names. The innermost of several takes it. */
export function useContextMenu(
  inner: RefObject<Element | null>,
  selector: string,
  open: (at: Point) => void,
): void {
  const openLatest = useEffectEvent(open)
  useEffect(() => {
    const subject = inner.current?.closest<HTMLElement>(selector)
    if (!subject) return undefined
    // macOS selects the word under the pointer before it opens a menu: what counts is what was selected when the button went down.
    let isTextSelected = false
    const onPointerDown = () => {
      isTextSelected = window.getSelection()?.isCollapsed === false
    }
    const onContextMenu = (event: MouseEvent) => {
      const isLeft = event.defaultPrevented || isTextSelected
      isTextSelected = false
      if (isLeft || (event.target instanceof Element && event.target.closest(leftToBrowser))) return
      event.preventDefault()
      openLatest({ x: event.clientX, y: event.clientY })
    }
    subject.addEventListener('pointerdown', onPointerDown)
    subject.addEventListener('contextmenu', onContextMenu)
    return () => {
      subject.removeEventListener('pointerdown', onPointerDown)
      subject.removeEventListener('contextmenu', onContextMenu)
    }
  }, [inner, selector])
}
