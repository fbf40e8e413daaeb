// What held the window, of the last sessions; older ones are drawn again.
const maxHeld = 50
// An agent's ids are in keys.
const maxKeyChars = 200
/** Drawn within this, another page of ours may still be at it. */
const minAgeMs = 1_000
// A frame that took longer held the window, though it ended.
const maxDrawMs = 5_000
// Whoever sees a window held for longer closes it; a frame that follows more than this follows a sleep of the machine.
const maxHoldMs = 60_000

const drawingName = 'parley.drawing'
const heldName = 'parley.held'

// What was being drawn when the window stopped responding. Before something of an agent is drawn a mark is set in a store that outlives
// the page; it is taken away once the frame with it has been drawn. A mark that is found at the next start is of a page that never came
// so far: it was held, and closed or reloaded. What it names is not drawn again until the user reports it.

export interface DrawingMarks {
  /** Draws on; the mark goes by itself. */
  begin(key: string): void
  /** Whether the window was held by it before. */
  isHeld(key: string): boolean
  /** The user wants it drawn all the same. */
  release(key: string): void
  subscribe(listener: () => void): () => void
  /** The page is left, and answers: what it draws does not hold it. */
  leave(): void
  /** The page before this one was held. */
  readonly wasHeld: boolean
}

interface MarksOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  afterFrame(next: () => void): void
  now(): number
  isHidden(): boolean
}

interface Drawing {
  readonly keys: readonly string[]
  readonly since: number
}

export function createDrawingMarks({ storage, afterFrame, now, isHidden }: MarksOptions): DrawingMarks {
  const listeners = new Set<() => void>()
  const heldNames = new Set(readList(storage.getItem(heldName)))
  let drawing: Drawing | undefined

  const hold = (keys: readonly string[]) => {
    for (const key of keys) heldNames.add(key)
    storage.setItem(heldName, JSON.stringify([...heldNames].slice(-maxHeld)))
  }
  const clear = () => {
    const drawn = drawing
    drawing = undefined
    storage.removeItem(drawingName)
    const tookMs = drawn ? now() - drawn.since : 0
    if (drawn && tookMs > maxDrawMs && tookMs < maxHoldMs) hold(drawn.keys)
  }
  const left = readDrawing(storage.getItem(drawingName))
  const wasHeld = left !== undefined && now() - left.since >= minAgeMs
  if (wasHeld) {
    hold(left.keys)
    storage.removeItem(drawingName)
  }

  return {
    begin(whole) {
      // Nobody waits for frames that are not shown, and browsers take their time with them.
      if (isHidden()) return
      const key = whole.slice(0, maxKeyChars)
      if (!drawing) afterFrame(clear)
      drawing = { keys: [...(drawing?.keys ?? []), key], since: drawing?.since ?? now() }
      storage.setItem(drawingName, JSON.stringify(drawing))
    },
    isHeld: (key) => heldNames.has(key.slice(0, maxKeyChars)),
    release(key) {
      heldNames.delete(key.slice(0, maxKeyChars))
      hold([])
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave: clear,
    wasHeld,
  }
}

function readDrawing(text: string | null): Drawing | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || !('keys' in value) || !('since' in value))
    return undefined
  return { keys: textsIn(value.keys), since: typeof value.since === 'number' ? value.since : 0 }
}

function readList(text: string | null): readonly string[] {
  return textsIn(parsed(text))
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
