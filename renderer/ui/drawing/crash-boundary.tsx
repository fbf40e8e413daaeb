// Draws something of an agent unless it held the window before.

import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { visibleString } from '../visible-text.ts'
import { DrawnContext, marks } from './crash-marks.ts'

interface GuardedDrawingProps {
  /** What is drawn, by a name that it has after a restart, too. */
  readonly name: string
  /** Another one is drawn anew. */
  readonly value: unknown
  /** What can be said of it without drawing it. */
  readonly plain?: string | undefined
  /** It is drawn in the console, which has everything else in full. */
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
  // Before its children are rendered, which may be what takes for ever.
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

/** Of a text that held the window and is shown plain in its place; "Show formatted" shows all of it. */
const maxPlainChars = 2_000

/** In letters that no layout takes long over. */
function plainest(text: string): string {
  return visibleString(text, maxPlainChars).replaceAll(/[^\n -~]+/g, (run) =>
    Array.from(run, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`).join(''),
  )
}
