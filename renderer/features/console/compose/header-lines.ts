// Headers as one writes them: a line each.

import type { RawHeaders } from '#shared/record/entry.ts'

type Pair = [name: string, value: string]

export function headersOf(lines: string): Pair[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
}

export function linesOf(headers: RawHeaders): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** RFC 9110 §5.1: a name is a token. A value that no head can carry is named too. */
export function badHeaders(lines: string): readonly string[] {
  return headersOf(lines)
    .filter(
      ([name, value]) => !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    )
    .map(([name]) => name)
}
