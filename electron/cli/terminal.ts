// What a person sees of a verb: colours and a line of progress only where there is a terminal to draw on.

import { oneLine } from '#shared/checks/reports/escape.ts'
import type { Caller } from './caller.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Styled = (style: Style, text: string) => string

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }
const usualColumns = 100

export interface Terminal {
  /** Of the stream that the text goes to. */
  styled: Styled
  print(text: string): void
  /** A sentence beside what was asked for. */
  note(sentence: string): void
  /** In the place of the one before; none where nobody watches. */
  progress(line: string): void
  clearProgress(): void
}

/** `toError`: standard output carries data alone. */
export function openTerminal({ stdout, stderr, env }: Caller, toError: boolean): Terminal {
  const stream = toError ? stderr : stdout
  const isPlain = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== ''
  const hasColours = stream.isTTY === true && !isPlain && env['TERM'] !== 'dumb'
  const isWatched = stderr.isTTY === true && env['TERM'] !== 'dumb'
  let drawn = false
  const clearProgress = () => {
    if (drawn) stderr.write('\r\u001b[2K')
    drawn = false
  }
  return {
    styled: (style, text) => (hasColours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text),
    print(text) {
      clearProgress()
      stream.write(text)
    },
    note(sentence) {
      clearProgress()
      stderr.write(`${oneLine(sentence)}\n`)
    },
    progress(line) {
      if (!isWatched) return
      stderr.write(`\r\u001b[2K${oneLine(line, (stderr.columns || usualColumns) - 2)}`)
      drawn = true
    },
    clearProgress,
  }
}
