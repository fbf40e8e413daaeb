// The blocks of a Markdown text: what agents write, not all of CommonMark. Raw HTML is text, and nothing is fetched. Nesting is
// bounded and each rule reads a line once, so the cost is linear.

import type { MarkdownBlock } from './markdown-tree.ts'
import { parseInline } from './parse-inline.ts'

// Of the language named at a code block.
const maxLanguageChars = 40
/** Nested lists and quotes; deeper ones are shown as text. */
const maxMarkdownDepth = 8
/** Columns of a Markdown table; the part's JSON has all of them. */
const maxMarkdownColumns = 40

export function parseMarkdown(text: string): readonly MarkdownBlock[] {
  return parseBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0)
}

function parseBlocks(lines: readonly string[], depth: number): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const read = readBlock(lines, at, depth)
    blocks.push(read.block)
    at = read.next
  }
  return blocks
}

interface Read {
  readonly block: MarkdownBlock
  readonly next: number
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? ''
  const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(line)
  if (heading) {
    const children = parseInline(
      line
        .slice(heading[0].length)
        .trim()
        .replace(/ #{1,6}$/, ''),
    )
    return { block: { kind: 'heading', level: heading[1]?.length ?? 1, children }, next: at + 1 }
  }
  if (isRule(line)) return { block: { kind: 'rule' }, next: at + 1 }
  if (fenceOf(line)) return readCode(lines, at)
  if (isTable(lines, at)) return readTable(lines, at)
  if (depth < maxMarkdownDepth && isQuote(line)) return readQuote(lines, at, depth)
  if (depth < maxMarkdownDepth && markerOf(line)) return readList(lines, at, depth)
  return readParagraph(lines, at, depth)
}

function readParagraph(lines: readonly string[], from: number, depth: number): Read {
  let next = from + 1
  while (next < lines.length && !endsParagraph(lines, next, depth)) next += 1
  const text = lines.slice(from, next).map((line) => line.trimStart())
  return { block: { kind: 'paragraph', children: parseInline(text.join('\n').trimEnd()) }, next }
}

function endsParagraph(lines: readonly string[], at: number, depth: number): boolean {
  const line = lines[at] ?? ''
  if (line.trim() === '' || /^ {0,3}#{1,6}[ \t]/.test(line) || fenceOf(line) || isRule(line)) return true
  return depth < maxMarkdownDepth && (isQuote(line) || markerOf(line) !== undefined)
}

function readCode(lines: readonly string[], from: number): Read {
  const fence = fenceOf(lines[from] ?? '')
  let next = from + 1
  while (next < lines.length && !closesFence(lines[next] ?? '', fence?.mark ?? '')) next += 1
  const text = lines.slice(from + 1, next).join('\n')
  return { block: { kind: 'code', language: fence?.language ?? '', text }, next: next + 1 }
}

function fenceOf(line: string) {
  const match = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line)
  return match
    ? { mark: match[1] ?? '', language: (match[2] ?? '').trim().slice(0, maxLanguageChars) }
    : undefined
}

function closesFence(line: string, mark: string): boolean {
  const trimmed = line.trim()
  return trimmed.length >= mark.length && trimmed.startsWith(mark) && /^(?:`+|~+)$/.test(trimmed)
}

function isRule(line: string): boolean {
  const bare = line.replaceAll(/[ \t]/g, '')
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(bare)
}

function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line)
}

function readQuote(lines: readonly string[], from: number, depth: number): Read {
  let next = from
  while (next < lines.length && isQuote(lines[next] ?? '')) next += 1
  const inner = lines.slice(from, next).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return { block: { kind: 'quote', children: parseBlocks(inner, depth + 1) }, next }
}

interface Marker {
  readonly ordered: boolean
  readonly start: number
  /** Columns before the item's text. */
  readonly indent: number
}

function markerOf(line: string): Marker | undefined {
  const match = /^( {0,12})([-*+]|\d{1,9}[.)])(?:[ \t]|$)/.exec(line)
  if (!match) return undefined
  const mark = match[2] ?? ''
  return { ordered: mark.length > 1, start: Number.parseInt(mark, 10) || 0, indent: match[0].length }
}

function readList(lines: readonly string[], from: number, depth: number): Read {
  const first = markerOf(lines[from] ?? '')
  const base = indentOf(lines[from] ?? '')
  const items: string[][] = []
  let next = from
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const marker = markerOf(line)
    if (marker && indentOf(line) <= base + 1 && !isRule(line)) {
      if (marker.ordered !== first?.ordered) break
      items.push([line.slice(marker.indent)])
    } else if (line.trim() === '') {
      if (indentOf(lines[next + 1] ?? '') <= base && !markerOf(lines[next + 1] ?? '')) break
      items.at(-1)?.push('')
    } else if (indentOf(line) > base) items.at(-1)?.push(line.slice(Math.min(indentOf(line), base + 2)))
    else break
    next += 1
  }
  const block: MarkdownBlock = {
    kind: 'list',
    ...(first?.ordered && { start: first.start }),
    items: items.map((item) => parseBlocks(item, depth + 1)),
  }
  return { block, next: Math.max(next, from + 1) }
}

function indentOf(line: string): number {
  let at = 0
  while (line[at] === ' ' || line[at] === '\t') at += 1
  return at
}

function isTable(lines: readonly string[], at: number): boolean {
  const head = lines[at] ?? ''
  const below = lines[at + 1] ?? ''
  if (!head.includes('|') || !below.includes('-') || below.length > 2000) return false
  const marks = cellsOf(below)
  return marks.length === cellsOf(head).length && marks.every((cell) => /^:?-+:?$/.test(cell))
}

function readTable(lines: readonly string[], from: number): Read {
  const head = cellsOf(lines[from] ?? '').slice(0, maxMarkdownColumns)
  let next = from + 2
  while (next < lines.length && (lines[next] ?? '').includes('|')) next += 1
  const rows = lines
    .slice(from + 2, next)
    .map((line) => cellsOf(line).slice(0, head.length))
    .map((cells) => cells.map(parseInline))
  return { block: { kind: 'table', head: head.map(parseInline), rows }, next }
}

function cellsOf(line: string): readonly string[] {
  const trimmed = line.trim()
  const start = trimmed.startsWith('|') ? 1 : 0
  const end = trimmed.endsWith('|') && trimmed.length > 1 ? trimmed.length - 1 : trimmed.length
  return trimmed
    .slice(start, end)
    .split('|')
    .map((cell) => cell.trim())
}
