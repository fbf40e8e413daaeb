import { tokensOf, tokensOfStep } from './json-tokens.ts'

/** Levels that are indented; deeper ones are on one line each. */
const maxIndentedLevels = 60

/** The result of work in steps, where it need not yield. */
export function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

// Indents JSON without parsing its values: only the white space between tokens changes, so that a number too large, a repeated
// name or an odd escape stays visible as sent.

/** Undefined when the text is not JSON. */
export function layOutJson(text: string): string | undefined {
  return runSteps(layingOut(text))
}

/** The same in steps, where other work may need a turn. */
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
