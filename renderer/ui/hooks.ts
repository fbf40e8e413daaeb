import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { keepScrolled, scrolledTo } from '../state/scrolled.ts'

/** Pointer movement of a resting hand. */
const restPx = 4

const stepMs = 200

/** The width of an element, measured before the first paint. */
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

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** The current time, updated while `moving`. */
export function useNow(moving: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!moving) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [moving])
  return now
}

interface Clicked {
  readonly x: number
  readonly y: number
  readonly on: Element | null
}

/**
 * For a list with buttons that remove rows: the next row moves under the pointer, so a second click there is ignored until the
 * pointer moved.
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
      // A click by keyboard has no position.
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

/** The find key focuses the filter of the focused list. */
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

/** Restores the scroll position of a box without rows as soon as its content is long enough. */
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
