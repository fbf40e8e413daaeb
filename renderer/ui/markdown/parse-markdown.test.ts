import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullRun } from '../../../e2e/full-run.ts'
import type { Inline, MarkdownBlock } from './markdown-tree.ts'
import { parseMarkdown } from './parse-markdown.ts'

test.each([
  ['a heading', '## Day **one**', 'h2(Day  strong(one))'],
  ['a paragraph of two lines', 'one\ntwo', 'p(one\ntwo)'],
  ['a hard break', 'one  \ntwo', 'p(one br() two)'],
  ['emphasis in emphasis', '**a *b* c** ~~d~~', 'p(strong(a  em(b)  c)   strike(d))'],
  ['names with underscores', 'snake_case_name', 'p(snake_case_name)'],
  ['emphasis left open', '**never closed', 'p(** never closed)'],
  ['crossed emphasis', '*a **b* c**', 'p(em(a  ** b)  c**)'],
  ['code', 'use `npm *start*` or ``a`b``', 'p(use  code(npm *start*)  or  code(a`b))'],
  ['code left open', 'a `b', 'p(a `b)'],
  ['a link', '[text](https://a.example "title")', 'p(link<https://a.example>(text))'],
  ['a link with brackets in its address', '[w](https://e.org/a_(b))', 'p(link<https://e.org/a_(b)>(w))'],
  [
    'an address in the text',
    'see https://a.example/x.',
    'p(see  link<https://a.example/x>(https://a.example/x) .)',
  ],
  ['an address in angle brackets', '<https://a.example>', 'p(link<https://a.example>(https://a.example))'],
  ['an image', '![alt](https://a.example/i.png)', 'p(image<https://a.example/i.png>(alt))'],
  ['brackets that are no link', 'a [b] c', 'p(a  [ b ] c)'],
  ['escapes', '\\*not\\* \\[a]', 'p(*not* [a])'],
  ['lists in lists', '- a\n  - b\n- c', 'ul(li(p(a) ul(li(p(b)))) li(p(c)))'],
  ['a numbered list', '3. a\n4. b', 'ol3(li(p(a)) li(p(b)))'],
  ['a quote', '> a\n> - b', 'quote(p(a) ul(li(p(b))))'],
  ['fenced code', '```json\n{"a": 1}\n```\nafter', 'pre<json>({"a": 1}) p(after)'],
  ['fenced code left open', '~~~\na', 'pre<>(a)'],
  ['a rule', 'a\n\n---\n\nb', 'p(a) hr() p(b)'],
  ['a table', '| a | b |\n|---|:-:|\n| 1 | *2* |', 'table(a;b|1;em(2))'],
  ['HTML', '<b>x</b> <script>alert(1)</script>', 'p(<b>x</b> <script>alert(1)</script>)'],
  [
    'a javascript: address stays an address to judge',
    '[x](javascript:alert(1))',
    'p(link<javascript:alert(1)>(x))',
  ],
])('%s', (_name, text, expected) => {
  expect(blocks(parseMarkdown(text))).toBe(expected)
})

test('no character is lost where nothing is marked up, and nothing throws on anything', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'[](){}*_~`>|#-+!\\ \n\t1.ahttps:/<&"'),
    maxLength: 300,
  })
  fc.assert(fc.property(hostile, (text) => Array.isArray(parseMarkdown(text))))
  const words = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', 'ש'), minLength: 1 })
  fc.assert(
    fc.property(words, (text) => {
      const trimmed = text.trim()
      expect(blocks(parseMarkdown(text))).toBe(trimmed === '' ? '' : `p(${trimmed})`)
    }),
  )
})

const units = [
  '[',
  '](',
  '![',
  '](http://',
  '*',
  '**a ',
  '_a ',
  '`',
  '`` ` ',
  '>',
  '> ',
  '- ',
  '  - ',
  '|',
  '|-',
  '<http://a',
  '\\',
  '(',
  'https://',
  '~~',
  '# ',
  '1. ',
  'x',
  '```',
  '*a _b ',
  '[a](b) ',
  '[![',
  '\n> - ',
]

// Quadratic work would take minutes here; the test times out after seconds.
const lineChars = isFullRun ? 1_000_000 : 400_000
test.each(units)('a long line of %j is read', (unit) => {
  expect(parseMarkdown(unit.repeat(Math.ceil(lineChars / unit.length))).length).toBeGreaterThan(0)
})

function blocks(list: readonly MarkdownBlock[]): string {
  return list.map(block).join(' ')
}

function block(node: MarkdownBlock): string {
  switch (node.kind) {
    case 'heading':
      return `h${node.level}(${inlines(node.children)})`
    case 'paragraph':
      return `p(${inlines(node.children)})`
    case 'code':
      return `pre<${node.language}>(${node.text})`
    case 'quote':
      return `quote(${blocks(node.children)})`
    case 'list': {
      const items = node.items.map((item) => `li(${blocks(item)})`).join(' ')
      return `${node.start === undefined ? 'ul' : `ol${node.start}`}(${items})`
    }
    case 'table':
      return `table(${[node.head, ...node.rows].map((row) => row.map(inlines).join(';')).join('|')})`
    case 'rule':
      return 'hr()'
  }
}

function inlines(list: readonly Inline[]): string {
  return list.map(inline).join(' ')
}

function inline(node: Inline): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'code':
      return `code(${node.text})`
    case 'break':
      return 'br()'
    case 'link':
    case 'image':
      return `${node.kind}<${node.url}>(${inlines(node.children)})`
    case 'strong':
    case 'em':
    case 'strike':
      return `${node.kind}(${inlines(node.children)})`
  }
}
