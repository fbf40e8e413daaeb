// Most frames of a long stream differ in one text only. Once that text was found in a frame, and a trial proved that nothing
// but the text changes with other characters in its place, the next frames need not be parsed.

export interface TextHole {
  /** The frame up to and including the quotation mark before the text, and from the one after it on. */
  readonly head: string
  readonly tail: string
}

/** The same where more than the text may differ: the shared beginning and end of frames, and the text in between. */
export interface PieceForm extends TextHole {
  /** Undefined for a frame of another form. */
  textOf(inside: string): string | undefined
}

/** The content of the hole, if the rest of the frame is the same. */
export function insideOf(frame: string, { head, tail }: TextHole): string | undefined {
  const length = frame.length - head.length - tail.length
  // Comparing slices is many times faster than `startsWith`.
  if (length < 0 || frame.slice(0, head.length) !== head) return undefined
  if (frame.slice(head.length + length) !== tail) return undefined
  return frame.slice(head.length, head.length + length)
}

export function textIn(frame: string, hole: TextHole): string | undefined {
  const inside = insideOf(frame, hole)
  return inside === undefined ? undefined : unquoted(inside)
}

/** Decodes the inside of a JSON string; undefined where it is invalid. */
export function unquoted(inside: string): string | undefined {
  if (isPlain(inside)) return inside
  return escaped.test(inside) ? JSON.parse(`"${inside}"`) : undefined
}

/** The inside of a JSON string: only complete escapes and allowed characters. */
const escaped = /^(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*$/u

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c) return false
  }
  return true
}
