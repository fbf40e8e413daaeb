// Output of a verb: data on standard output, as text or as JSON, all else on standard error. Text of an agent can't
// reach a terminal as an escape sequence or reverse its direction.

import { oneLine } from '#shared/checks/reports/escape.ts'
import { unseenRuns, writtenOut } from '#shared/unseen.ts'
import type { Caller } from './caller.ts'
import type { VerbCall } from './verb.ts'

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }
const usualColumns = 100

export interface Output {
  readonly isJson: boolean
  readonly styled: Styled
  /** The only document of a verb, or lines for people, which pass text of an agent through `printable`. */
  data(value: unknown, text: () => string): void
  /** One item of a stream: a line of JSON. */
  line(value: unknown, text: () => string): void
  /** For people alone: a piece of text that still grows, without a line break. */
  piece(text: string): void
  note(sentence: string): void
  progress(line: string): void
  clearProgress(): void
}

export function openOutput({ flags, caller }: Pick<VerbCall, 'flags' | 'caller'>): Output {
  const isJson = flags['output'] === 'json'
  const terminal = openTerminal(caller, false)
  const { styled, progress, clearProgress } = terminal
  const print = (text: string) => {
    if (text !== '') terminal.print(text.endsWith('\n') ? text : `${text}\n`)
  }
  return {
    isJson,
    styled,
    data: (value, text) => print(isJson ? jsonText(value, 2) : text()),
    line: (value, text) => print(isJson ? jsonText(value) : text()),
    piece(text) {
      if (!isJson) terminal.print(text)
    },
    note(sentence) {
      if (!isJson) return terminal.note(sentence)
      clearProgress()
      caller.stderr.write(`${jsonText({ note: sentence })}\n`)
    },
    progress,
    clearProgress,
  }
}

/** An agent's text with its line breaks; characters that control a terminal are written out, such as [U+001B]. */
export function printable(text: string): string {
  return writtenOut(text)
}

/** JSON in which characters that control a terminal are escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(unseenRuns, (run) =>
    [...run]
      .flatMap((char) => Array.from({ length: char.length }, (_, at) => char.charCodeAt(at)))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

// Colors and a progress line, only on a terminal.

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Styled = (style: Style, text: string) => string

export interface Terminal {
  /** For the stream that the text goes to. */
  styled: Styled
  print(text: string): void
  note(sentence: string): void
  /** Replaces the last progress line; nothing without a terminal. */
  progress(line: string): void
  clearProgress(): void
}

/** `toError`: standard output has data alone. */
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
