// Names of content that made the window unresponsive; beyond, the oldest are drawn again.
const maxHeld = 50
// Keys contain ids from agents.
const maxKeyChars = 200
/** A younger mark may be of another page that is still drawing. */
const minAgeMs = 1_000
// A frame that took longer counts as unresponsive, though it ended.
const maxDrawMs = 5_000
// Users close an unresponsive window sooner; a frame later than this follows a sleep of the machine.
const maxHoldMs = 60_000

const drawingName = 'parley.drawing'
const heldName = 'parley.held'

// Detects what the window was drawing when it stopped responding. Before an agent's content is drawn, a mark is stored; it is
// deleted after the frame. A mark found at the next start is of a page that was closed or reloaded before that frame. Its
// content is not drawn again until the user allows it.

export interface DrawingMarks {
  /** Stores a mark, which is deleted after the frame. */
  begin(key: string): void
  /** Whether it made the window unresponsive before. */
  isHeld(key: string): boolean
  /** The user allows it to be drawn again. */
  release(key: string): void
  subscribe(listener: () => void): () => void
  /** The page is being closed while it responds: deletes the mark. */
  leave(): void
  /** The previous page became unresponsive. */
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
      // Browsers delay the frames of hidden windows.
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
