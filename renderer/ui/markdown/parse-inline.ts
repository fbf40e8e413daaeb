// Emphasis, code, links and images within a line of markdown. One pass with a stack of bounded depth, so that no text,
// however long or hostile, costs more than its length.

import type { Inline } from './markdown-tree.ts'

/** Marks open within one another; further ones are shown as they are written. */
const maxOpenMarks = 24
/** Of a link in markdown; a longer one is shown as it is written. */
const maxMarkdownUrlChars = 4096

type Opener = '**' | '__' | '*' | '_' | '~~' | '[' | '!['

interface Frame {
  readonly opener: Opener | ''
  readonly children: Inline[]
}

const kinds = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'strike' } as const

export function parseInline(text: string): readonly Inline[] {
  const closings = createClosings(text)
  const root: Frame = { opener: '', children: [] }
  const open: Frame[] = [root]
  let plain = ''
  let at = 0

  const top = () => open.at(-1) ?? root
  const flush = () => {
    if (plain !== '') top().children.push({ kind: 'text', text: plain })
    plain = ''
  }
  const add = (node: Inline) => {
    flush()
    top().children.push(node)
  }
  /** What was opened and never closed is text after all. */
  const giveUp = () => {
    flush()
    const frame = open.pop()
    if (!frame) return
    top().children.push({ kind: 'text', text: frame.opener }, ...frame.children)
  }
  const closeTo = (opener: Opener): Frame | undefined => {
    if (!open.some((frame) => frame.opener === opener)) return undefined
    while (top().opener !== opener) giveUp()
    flush()
    return open.pop()
  }
  const tryOpen = (opener: Opener) => {
    if (open.length > maxOpenMarks) plain += opener
    else {
      flush()
      open.push({ opener, children: [] })
    }
  }

  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1]
    switch (char) {
      case '\\': {
        if (next !== undefined && /[!-/:-@[-`{-~]/.test(next)) {
          plain += next
          at += 2
        } else {
          plain += char
          at += 1
        }
        continue
      }
      case '\n': {
        if (plain.endsWith('  ')) {
          plain = plain.trimEnd()
          add({ kind: 'break' })
        } else plain += '\n'
        at += 1
        continue
      }
      case '`': {
        const run = runLength(text, at, '`')
        const end = closings.after(run, at + run)
        if (end === undefined) plain += '`'.repeat(run)
        else add({ kind: 'code', text: text.slice(at + run, end) })
        at = (end ?? at) + run
        continue
      }
      case '!':
      case '[': {
        if (char === '!' && next !== '[') break
        const opener = char === '!' ? '![' : '['
        tryOpen(opener)
        at += opener.length
        continue
      }
      case ']': {
        const url = next === '(' ? urlAt(text, at + 2) : undefined
        const opener = newestBracket(open)
        if (opener === undefined) break
        const frame = url === undefined ? undefined : closeTo(opener)
        if (url === undefined || frame === undefined) {
          while (top().opener !== opener) giveUp()
          giveUp()
          break
        }
        add({ kind: opener === '![' ? 'image' : 'link', url: url.url, children: frame.children })
        at = url.end
        continue
      }
      case '<': {
        const end = text.slice(at + 1, at + maxMarkdownUrlChars).search(/[\s<>]/)
        const inside = end < 0 ? '' : text.slice(at + 1, at + 1 + end)
        if (text[at + 1 + end] !== '>' || !/^https?:\/\//i.test(inside)) break
        add({ kind: 'link', url: inside, children: [{ kind: 'text', text: inside }] })
        at += end + 2
        continue
      }
      case 'h': {
        const url = bareUrl(text, at)
        if (url === undefined || newestBracket(open) !== undefined) break
        add({ kind: 'link', url, children: [{ kind: 'text', text: url }] })
        at += url.length
        continue
      }
      case '*':
      case '_':
      case '~': {
        const run = runLength(text, at, char)
        const mark = run >= 2 ? `${char}${char}` : char
        if (mark === '~') break
        const opener = mark as keyof typeof kinds
        const before = at === 0 ? ' ' : (text[at - 1] ?? ' ')
        const after = text[at + opener.length] ?? ' '
        const inWord = char === '_' && /\w/.test(before) && /\w/.test(after)
        const frame = /\s/.test(before) || inWord ? undefined : closeTo(opener)
        if (frame) add({ kind: kinds[opener], children: frame.children })
        else if (!/\s/.test(after) && !inWord) tryOpen(opener)
        else plain += opener
        at += opener.length
        continue
      }
    }
    plain += char
    at += 1
  }
  while (open.length > 1) giveUp()
  flush()
  return root.children
}

function newestBracket(open: readonly Frame[]): '[' | '![' | undefined {
  const opener = open.findLast((frame) => frame.opener === '[' || frame.opener === '![')?.opener
  return opener === '[' || opener === '![' ? opener : undefined
}

function runLength(text: string, at: number, char: string): number {
  let end = at
  while (text[end] === char) end += 1
  return end - at
}

/** Where the next run of exactly so many backticks begins. Asked with growing positions only. */
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

/** The address of `](address "title")` from behind the bracket; one pair of brackets may be in it. */
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
