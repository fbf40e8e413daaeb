import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'

interface PageTurnerProps {
  readonly number: number
  readonly last: number
  /** Any number: where there is no such page, the nearest is meant. */
  onTurn(number: number): void
}

/** Where one is, and the way to anywhere else. */
export function PageTurner({ number, last, onTurn }: PageTurnerProps) {
  const [typed, setTyped] = useState(String(number))
  useEffect(() => setTyped(String(number)), [number])
  if (last === 1) return <span className="pdf-number">1 page</span>

  function turn(): void {
    const wanted = Number.parseInt(typed, 10)
    setTyped(String(number))
    if (!Number.isNaN(wanted)) onTurn(wanted)
  }

  return (
    <>
      <IconButton
        label="Previous page"
        icon={<ChevronLeft size={14} aria-hidden={true} />}
        disabled={number <= 1}
        onClick={() => onTurn(number - 1)}
      />
      <span className="pdf-number">
        <input
          className="input"
          aria-label="Page"
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={turn}
          onKeyDown={({ key }) => key === 'Enter' && turn()}
        />{' '}
        of {formatCount(last)}
      </span>
      <IconButton
        label="Next page"
        icon={<ChevronRight size={14} aria-hidden={true} />}
        disabled={number >= last}
        onClick={() => onTurn(number + 1)}
      />
    </>
  )
}
