// Emphasis, code, links and images within a line of Markdown. One pass with a bounded stack, so that no text costs more than
// its length.

import type { Inline } from './markdown-tree.ts'

// Nested open marks; further ones are shown as text.
const maxOpenMarks = 24
/** Of a link in Markdown; a longer link is shown as text. */
const maxMarkdownUrlChars = 4096

type Opener = '**' | '__' | '*' | '_' | '~~' | '[' | '!['

interface Frame {
  readonly opener: Opener | ''
  readonly children: Inline[]
}

const kinds = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'strike' } as const

/** Reads a construct and returns the position after it; undefined where the character is plain text. */
type Read = (line: Line, at: number) => number | undefined

const readers: Readonly<Record<string, Read>> = {
  '\\': readEscape,
  '\n': readBreak,
  '`': readCode,
  '!': readBracket,
  '[': readBracket,
  ']': readLink,
  '<': readAutolink,
  h: readBareUrl,
  '*': readMark,
  _: readMark,
  '~': readMark,
}

export function parseInline(text: string): readonly Inline[] {
  const line = createLine(text)
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = readers[char]?.(line, at)
    if (next === undefined) line.write(char)
    at = next ?? at + 1
  }
  return line.end()
}

type Line = ReturnType<typeof createLine>

/** The nodes read from a line, and the marks still open. */
function createLine(text: string) {
  const root: Frame = { opener: '', children: [] }
  const open: Frame[] = [root]
  let plain = ''

  const top = () => open.at(-1) ?? root
  const flush = () => {
    if (plain !== '') top().children.push({ kind: 'text', text: plain })
    plain = ''
  }
  /** Turns an opening mark that was never closed into text. */
  const giveUp = () => {
    flush()
    const frame = open.pop()
    if (!frame) return
    top().children.push({ kind: 'text', text: frame.opener }, ...frame.children)
  }
  return {
    text,
    closings: createClosings(text),
    write(words: string): void {
      plain += words
    },
    /** Two spaces at the end of a line are a line break. */
    takeBreakSpaces(): boolean {
      if (!plain.endsWith('  ')) return false
      plain = plain.trimEnd()
      return true
    },
    add(node: Inline): void {
      flush()
      top().children.push(node)
    },
    open(opener: Opener): void {
      if (open.length > maxOpenMarks) plain += opener
      else {
        flush()
        open.push({ opener, children: [] })
      }
    },
    /** Closes the newest open mark of a kind and returns its content; undefined where none is open. */
    close(opener: Opener): readonly Inline[] | undefined {
      if (!open.some((frame) => frame.opener === opener)) return undefined
      while (top().opener !== opener) giveUp()
      flush()
      return open.pop()?.children
    },
    giveUpTo(opener: Opener): void {
      while (top().opener !== opener) giveUp()
      giveUp()
    },
    newestBracket(): '[' | '![' | undefined {
      const opener = open.findLast((frame) => frame.opener === '[' || frame.opener === '![')?.opener
      return opener === '[' || opener === '![' ? opener : undefined
    },
    end(): readonly Inline[] {
      while (open.length > 1) giveUp()
      flush()
      return root.children
    },
  }
}

function readEscape({ text, write }: Line, at: number): number | undefined {
  const next = text[at + 1]
  if (next === undefined || !/[!-/:-@[-`{-~]/.test(next)) return undefined
  write(next)
  return at + 2
}

function readBreak(line: Line, at: number): number | undefined {
  if (!line.takeBreakSpaces()) return undefined
  line.add({ kind: 'break' })
  return at + 1
}

function readCode({ text, closings, write, add }: Line, at: number): number {
  const run = backticksAt(text, at)
  const end = closings.after(run, at + run)
  if (end === undefined) write('`'.repeat(run))
  else add({ kind: 'code', text: text.slice(at + run, end) })
  return (end ?? at) + run
}

function readBracket({ text, open }: Line, at: number): number | undefined {
  const opener = text[at] === '[' ? '[' : '!['
  if (!text.startsWith(opener, at)) return undefined
  open(opener)
  return at + opener.length
}

function readLink({ text, add, close, giveUpTo, newestBracket }: Line, at: number): number | undefined {
  const opener = newestBracket()
  if (opener === undefined) return undefined
  const url = text[at + 1] === '(' ? urlAt(text, at + 2) : undefined
  if (url === undefined) {
    giveUpTo(opener)
    return undefined
  }
  add({ kind: opener === '![' ? 'image' : 'link', url: url.url, children: close(opener) ?? [] })
  return url.end
}

function readAutolink({ text, add }: Line, at: number): number | undefined {
  const end = text.slice(at + 1, at + maxMarkdownUrlChars).search(/[\s<>]/)
  const url = end < 0 ? '' : text.slice(at + 1, at + 1 + end)
  if (text[at + 1 + end] !== '>' || !/^https?:\/\//i.test(url)) return undefined
  add({ kind: 'link', url, children: [{ kind: 'text', text: url }] })
  return at + end + 2
}

function readBareUrl({ text, add, newestBracket }: Line, at: number): number | undefined {
  const url = bareUrl(text, at)
  if (url === undefined || newestBracket() !== undefined) return undefined
  add({ kind: 'link', url, children: [{ kind: 'text', text: url }] })
  return at + url.length
}

function readMark(line: Line, at: number): number | undefined {
  const { text } = line
  const char = text[at] ?? ''
  const mark = text[at + 1] === char ? `${char}${char}` : char
  if (mark === '~') return undefined
  const opener = mark as keyof typeof kinds
  const before = at === 0 ? ' ' : (text[at - 1] ?? ' ')
  const after = text[at + opener.length] ?? ' '
  const inWord = char === '_' && /\w/.test(before) && /\w/.test(after)
  const children = /\s/.test(before) || inWord ? undefined : line.close(opener)
  if (children) line.add({ kind: kinds[opener], children })
  else if (!/\s/.test(after) && !inWord) line.open(opener)
  else line.write(opener)
  return at + opener.length
}

function backticksAt(text: string, at: number): number {
  let end = at
  while (text[end] === '`') end += 1
  return end - at
}

/** Finds the next run of exactly so many backticks. Positions must ascend. */
function createClosings(text: string) {
  const runs = new Map<number, number[]>()
  const passed = new Map<number, number>()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const list = runs.get(run.length)
    if (list) list.push(index)
    else runs.set(run.length, [index])
  }
  return {
    after(length: number, from: number): number | undefined {
      const list = runs.get(length) ?? []
      let position = passed.get(length) ?? 0
      while (position < list.length && (list[position] ?? 0) < from) position += 1
      passed.set(length, position)
      return list[position]
    },
  }
}

/** The URL in `](address "title")` after the bracket; it may contain one pair of parentheses. */
function urlAt(text: string, from: number): { readonly url: string; readonly end: number } | undefined {
  const limit = Math.min(text.length, from + maxMarkdownUrlChars)
  let depth = 0
  for (let at = from; at < limit; at++) {
    const char = text[at]
    if (char === '(') {
      depth += 1
      if (depth > 1) return undefined
    } else if (char === ')' && depth > 0) depth -= 1
    else if (char === ')') return { url: addressOf(text.slice(from, at)), end: at + 1 }
    else if (char === '\n' || char === '[') return undefined
  }
  return undefined
}

function addressOf(inside: string): string {
  const trimmed = inside.trim()
  const address = trimmed.split(/\s/, 1)[0] ?? ''
  return address.startsWith('<') && address.endsWith('>') ? address.slice(1, -1) : address
}

function bareUrl(text: string, at: number): string | undefined {
  if (!text.startsWith('http://', at) && !text.startsWith('https://', at)) return undefined
  if (at > 0 && /\w/.test(text[at - 1] ?? '')) return undefined
  const rest = text.slice(at, at + maxMarkdownUrlChars)
  const end = rest.search(/[\s<>"'`*\]]/)
  const url = (end < 0 ? rest : rest.slice(0, end)).replace(/[.,;:!?)]{1,8}$/, '')
  return /^https?:\/\/./.test(url) ? url : undefined
}
