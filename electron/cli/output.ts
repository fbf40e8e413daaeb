// What a verb says: data on standard output, as text for people or as JSON, and all else on standard error. Nothing an agent said
// reaches a terminal as an escape sequence or turns its text around.

import { unseenRuns, writtenOut } from '#shared/unseen.ts'
import { openTerminal, type Styled } from './terminal.ts'
import type { VerbCall } from './verb.ts'

export interface Output {
  readonly isJson: boolean
  readonly styled: Styled
  /** The one document of a verb, or lines for people; these go through `printable` where an agent has a say in them. */
  data(value: unknown, text: () => string): void
  /** One of many, told as they come: a line of JSON. */
  line(value: unknown, text: () => string): void
  /** For people alone, such as a piece of a text that is still coming: as it is, without a line break. */
  piece(text: string): void
  /** A sentence beside the data. */
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

/** What an agent said, in its own lines; what would control a terminal is written out, such as [U+001B]. */
export function printable(text: string): string {
  return writtenOut(text)
}

/** The same value; what would control a terminal is written as JSON's own escapes. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(unseenRuns, (run) =>
    [...run]
      .flatMap((char) => Array.from({ length: char.length }, (_, at) => char.charCodeAt(at)))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
