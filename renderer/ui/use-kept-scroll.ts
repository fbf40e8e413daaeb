import { type RefObject, useEffect } from 'react'
import { keepScrolled, scrolledTo } from '../state/scrolled.ts'

/** What scrolls and has no rows stands where it stood when its window was there last, as soon as it is long enough. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, name: string | undefined): void {
  useEffect(() => {
    const element = box.current
    const inner = element?.firstElementChild
    if (!element || name === undefined) return
    let at = scrolledTo(name)
    const settle = () => {
      if (at === undefined || element.scrollHeight - element.clientHeight < at) return
      element.scrollTop = at
      at = undefined
    }
    const keep = () => {
      if (at === undefined) keepScrolled(name, element.scrollTop || undefined)
    }
    const observer = new ResizeObserver(settle)
    if (inner) observer.observe(inner)
    settle()
    element.addEventListener('scroll', keep, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', keep)
    }
  }, [box, name])
}
