import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of an element as it is laid out, 0 before that. */
export function useWidth<T extends HTMLElement>(): {
  readonly ref: RefObject<T | null>
  readonly widthPx: number
} {
  const ref = useRef<T>(null)
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, widthPx }
}
