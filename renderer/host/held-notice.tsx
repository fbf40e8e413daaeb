// The page before this one was held by something it drew. Where that lies may be out of sight.

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { marks } from '../ui/drawing/marks-of-page.ts'

export function HeldNotice() {
  const [dismissed, setDismissed] = useState(!marks.wasHeld)
  if (dismissed) return null
  return (
    <div className="internal-error-notice" role="alert">
      <p>
        Parley stopped responding while drawing something an agent sent. It is left out now, or shown as plain
        text, with a button to draw it.
      </p>
      <Button onClick={() => setDismissed(true)}>Dismiss</Button>
    </div>
  )
}
