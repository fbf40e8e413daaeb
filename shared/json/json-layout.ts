import { tokensOf, tokensOfStep } from './json-tokens.ts'

/** Levels that are indented; deeper ones stand below one another, whole. */
const maxIndentedLevels = 60

/** What work that is cut into steps comes to, where nothing else waits for its turn. */
export function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

// JSON laid out for reading without being read: only the white space between tokens changes, so that a number too large, a
// name given twice or an odd escape is seen as it was sent.

/** Undefined when the text is not JSON. */
export function layOutJson(text: string): string | undefined {
  return runSteps(layingOut(text))
}

/** The same step by step, for where something else may want its turn. */
export function* layingOut(text: string): Generator<void, string | undefined> {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  yield
  let tokens = 0
  const out: string[] = []
  let depth = 0
  let before = ''
  for (const { start, end } of tokensOf(text)) {
    if (++tokens % tokensOfStep === 0) yield
    const piece = text.slice(start, end)
    const closes = piece === '}' || piece === ']'
    if (closes) depth -= 1
    const opened = before === '{' || before === '['
    if (closes ? !opened : opened || before === ',')
      out.push('\n', '  '.repeat(Math.min(depth, maxIndentedLevels)))
    out.push(piece === ':' ? ': ' : piece)
    if (piece === '{' || piece === '[') depth += 1
    before = piece
  }
  return out.join('')
}
