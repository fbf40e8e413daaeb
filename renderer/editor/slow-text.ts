import { endOfString } from '#shared/json/json-tokens.ts'
import { textCost } from '../ui/drawing/text-cost.ts'

/** Wrapping a line of megabytes takes seconds; longer text is shown with its lines unwrapped. */
export const maxWrappedChars = 400_000
/** Of a line in an editor; the rest is cut and shown as "…". Copying and saving yield the whole line. */
export const maxDrawnLineChars = 4_000
/** Of a screenful in an editor, in DOM elements; a costlier text is shown plain with a button. */
const maxScreenCost = 6_000
/** Of a text in an editor; a longer one is shown plain with a button. */
const maxEditorLines = 200_000
/** Of JSON in an editor; deeper JSON is shown without colours, since the editor's parser is recursive. */
const maxEditorLevels = 500

const charactersOfScreen = 15_000
const linesOfScreen = 50

/** Why an editor would be slow with this text; undefined where it is not. */
export function slowInEditor(text: string): 'lines' | 'characters' | undefined {
  const { lines, isSlow } = read(text)
  if (lines > maxEditorLines) return 'lines'
  return isSlow ? 'characters' : undefined
}

export function isTooDeep(json: string): boolean {
  let levels = 0
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at)
    else if (char === '[' || char === '{') levels += 1
    else if (char === ']' || char === '}') levels -= 1
    if (levels > maxEditorLevels) return true
  }
  return false
}

/** Reads a text a screenful at a time; lines are wrapped or cut first. */
function read(text: string): { readonly lines: number; readonly isSlow: boolean } {
  const wraps = text.length <= maxWrappedChars
  let isSlow = false
  let lines = 0
  let cost = 0
  for (let from = 0; from < text.length; lines++) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    if (!wraps && !isSlow) {
      if (lines % linesOfScreen === 0) cost = 0
      cost += textCost(text.slice(from, Math.min(to, from + maxDrawnLineChars)))
      isSlow = cost > maxScreenCost
    }
    from = to + 1
  }
  for (let at = 0; wraps && !isSlow && at < text.length; at += charactersOfScreen)
    isSlow = textCost(text.slice(at, at + charactersOfScreen)) > maxScreenCost
  return { lines, isSlow }
}
