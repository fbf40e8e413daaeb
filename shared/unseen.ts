// Invisible characters that hide, reorder or control the text around them: direction overrides, zero-width and control
// characters. In an agent's text they are shown as codes. Linear in the text, whatever it contains.

export interface Unseen {
  readonly code: string
  readonly name: string
  /** Repetitions of the character. */
  readonly count: number
}

const names: Readonly<Record<number, string>> = {
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero-width space',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of direction',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  65279: 'byte order mark',
}

/** Joiners (U+200C, U+200D) stay: scripts and emoji are written with them. Line breaks and tabs are text. */
const unseen =
  /[[\p{Cc}\p{Surrogate}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]--[\t\n]]/v

/** A run of them. A line break written as CR LF is a line break. */
export const unseenRuns = new RegExp(`(?:(?!\\r\\n)${unseen.source})+`, 'gv')

// Adjacent marks that are drawn one by one; more become one mark with their count.
const maxMarksInRow = 8

/** `[U+202E]` in place of each. */
export function writtenOut(text: string): string {
  return text.replaceAll(unseenRuns, (run) =>
    unseenIn(run)
      .map(({ code, count }) => `[${code}${count > 1 ? ` ×${count}` : ''}]`)
      .join(''),
  )
}

/** The characters in a run. */
export function unseenIn(run: string): readonly Unseen[] {
  const matches: Unseen[] = []
  for (const char of run) {
    const point = char.codePointAt(0) ?? 0
    const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    const last = matches.at(-1)
    if (last?.code === code) matches[matches.length - 1] = { ...last, count: last.count + 1 }
    else matches.push({ code, name: names[point] ?? 'control character', count: 1 })
  }
  if (matches.length <= maxMarksInRow) return matches
  const codes = [...new Set(matches.map(({ code }) => code))]
  const some = codes.length > 3 ? `${codes.slice(0, 3).join(' ')} …` : codes.join(' ')
  const count = matches.reduce((sum, each) => sum + each.count, 0)
  return [{ code: some, name: 'hidden characters in turn', count }]
}
