// Draws an agent's content, unless it made the window unresponsive before.

import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { visibleString } from '../visible-text.ts'
import { DrawnContext, marks } from './crash-marks.ts'

interface GuardedDrawingProps {
  /** Names the content; the same after a restart. */
  readonly name: string
  /** A change draws the content anew. */
  readonly value: unknown
  /** The content as plain text. */
  readonly plain?: string | undefined
  /** It is shown in the console, where the whole is available anyway. */
  readonly inConsole?: boolean
  readonly children: ReactNode
}

export function GuardedDrawing({
  name,
  value,
  plain = '',
  inConsole = false,
  children,
}: GuardedDrawingProps) {
  const isHeld = useSyncExternalStore(marks.subscribe, () => marks.isHeld(name))
  // Before the children render, since that may never end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: marked anew whenever it changes
  useMemo(() => isHeld || marks.begin(name), [name, value, isHeld])
  if (!isHeld) return <DrawnContext value={name}>{children}</DrawnContext>
  return (
    <div className="row-box">
      <div className="notice warning" role="note" aria-label="Not drawn">
        <strong>Parley stopped responding while drawing this.</strong>
        <span>
          {plain === ''
            ? 'It isn’t drawn until you choose to.'
            : 'It is shown as plain text until you choose otherwise.'}
          {!inConsole && ' The console has all of it.'}
        </span>
        {plain !== '' && <span className="mono held-text verbatim scrolls">{plainest(plain)}</span>}
        <span>
          <Button onClick={() => marks.release(name)}>{plain === '' ? 'Draw it' : 'Show formatted'}</Button>
        </span>
      </div>
    </div>
  )
}

/** Of text shown plain because it made the window unresponsive; "Show formatted" shows all of it. */
const maxPlainChars = 2_000

/** As ASCII, which is cheap to lay out. */
function plainest(text: string): string {
  return visibleString(text, maxPlainChars).replaceAll(/[^\n -~]+/g, (run) =>
    Array.from(run, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`).join(''),
  )
}
