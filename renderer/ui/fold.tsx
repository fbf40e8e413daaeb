import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LinkButton } from './button.tsx'
import './pieces.css'

interface FoldProps {
  /** Height shown at first; a little more than that is not folded at all. */
  readonly heightPx: number
  readonly children: ReactNode
}

/** Long content shortened to its beginning, with the button that shows the rest. */
export function Fold({ heightPx, children }: FoldProps) {
  const inner = useRef<HTMLDivElement>(null)
  const [tall, setTall] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const element = inner.current
    if (!element) return
    const observer = new ResizeObserver(() => setTall(element.scrollHeight > heightPx + 24))
    observer.observe(element)
    return () => observer.disconnect()
  }, [heightPx])
  const folded = tall && !open
  return (
    <>
      <div className={folded ? 'fold folded' : 'fold'} style={folded ? { maxHeight: heightPx } : undefined}>
        <div ref={inner}>{children}</div>
      </div>
      {tall && (
        <LinkButton className="fold-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
        </LinkButton>
      )}
    </>
  )
}
