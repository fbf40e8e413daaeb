import { useEffect, useState } from 'react'
import { useIncoming } from '../../../state/incoming.ts'

/** A session file may be dropped anywhere on the window. What else is dragged (text, a file for the composer) is left alone. */
export function DropZone() {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const leave = () => {
      depth = 0
      setOver(false)
    }
    const onEnter = (event: DragEvent) => {
      if (!isForeign(event)) return
      depth += 1
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!isForeign(event)) return
      depth -= 1
      if (depth <= 0) leave()
    }
    const onOver = (event: DragEvent) => {
      if (isForeign(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      leave()
      const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) =>
        /\.(parley|har|ndjson)$/i.test(name),
      )
      if (file === undefined) return
      event.preventDefault()
      event.stopPropagation()
      useIncoming.getState().take({ from: 'window', file })
    }
    // Before the composer, which takes files as attachments.
    const first = { capture: true }
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop, first)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('drop', onDrop, first)
    }
  }, [])
  return over ? <p className="drop-hint">A .parley, .har or .ndjson file opens when you drop it</p> : null
}

/** Names are not told while something is dragged, only that there are files. */
function isForeign(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}
