import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element as it is laid out, known before it is first painted. */
export function useWidth<T extends HTMLElement>(): {
  readonly ref: RefObject<T | null>
  readonly widthPx: number
} {
  const ref = useRef<T>(null)
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidthPx(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, widthPx }
}
