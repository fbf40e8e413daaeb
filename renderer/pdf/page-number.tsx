import { useEffect, useState } from 'react'

interface PageNumberProps {
  readonly number: number
  readonly last: number
  onChange(number: number): void
}

/** Where one is, and the way to anywhere else. */
export function PageNumber({ number, last, onChange }: PageNumberProps) {
  const [typed, setTyped] = useState(String(number))
  useEffect(() => setTyped(String(number)), [number])

  function turn(): void {
    const wanted = Number.parseInt(typed, 10)
    if (Number.isNaN(wanted)) setTyped(String(number))
    else {
      setTyped(String(Math.min(Math.max(1, wanted), last)))
      onChange(wanted)
    }
  }

  return (
    <span className="pdf-number">
      <input
        className="input"
        aria-label="Page"
        inputMode="numeric"
        disabled={last === 1}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={turn}
        onKeyDown={({ key }) => key === 'Enter' && turn()}
      />{' '}
      of {last.toLocaleString('en')}
    </span>
  )
}
