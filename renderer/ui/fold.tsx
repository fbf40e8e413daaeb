import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LinkButton } from './button.tsx'
import './pieces.css'

interface FoldProps {
  /** The height when folded; content only a little higher is not folded. */
  readonly heightPx: number
  readonly children: ReactNode
}

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
        <LinkButton className="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
        </LinkButton>
      )}
    </>
  )
}
