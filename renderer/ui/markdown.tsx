// An agent's Markdown as React elements: no HTML is made from its text, no image and no link is loaded, and only http and https
// URLs can be opened, after the user has seen them.

import { memo, useMemo, useState } from 'react'
import { clip } from '#shared/shorten.ts'
import { type TextPiece, textPiecesOf } from '#shared/story/chat/text-pieces.ts'
import { LinkButton } from './button.tsx'
import { Code } from './code/code.tsx'
import { maxElements, Progressive } from './drawing/progressive.tsx'
import { textCost } from './drawing/text-cost.ts'
import { ExternalLink } from './external-link.tsx'
import { formatBytes } from './format.ts'
import type { Inline, MarkdownBlock } from './markdown/markdown-tree.ts'
import { parseMarkdown } from './markdown/parse-markdown.ts'
import { LongText, MarkedText } from './untrusted-text.tsx'
import './markdown.css'

interface MarkdownProps {
  readonly text: string
  /** Characters shown before "Show more". */
  readonly limit?: number
}

export const Markdown = memo(function Markdown({ text, limit = 20_000 }: MarkdownProps) {
  const [shown, setShown] = useState(limit)
  const part = clip(text, shown)
  const pieces = useMemo(() => textPiecesOf(part), [part])
  return (
    <div className="markdown" dir="auto">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
        <MarkdownPiece key={index} piece={piece} />
      ))}
      {part.length < text.length && (
        <LinkButton onClick={() => setShown(shown * 4)}>Show more of {formatBytes(text.length)}</LinkButton>
      )}
    </div>
  )
})

/** One piece of a longer text, a row in its list. */
export const MarkdownOfPiece = memo(function MarkdownOfPiece({ piece }: { readonly piece: TextPiece }) {
  return (
    <div className="markdown" dir="auto">
      <MarkdownPiece piece={piece} />
    </div>
  )
})

function MarkdownPiece({ piece: { text, fence } }: { readonly piece: TextPiece }) {
  const blocks = useMemo(() => parseMarkdown(fence === undefined ? text : `${fence}\n${text}`), [text, fence])
  const cost = useMemo(() => costOf(blocks), [blocks])
  const plain = () => (
    <p className="markdown-plain">
      <LongText text={text} />
    </p>
  )
  if (cost > maxElements && isPlain(blocks)) return plain()
  return <Progressive cost={cost} plain={plain} formatted={() => <Blocks blocks={blocks} />} />
}

function Blocks({ blocks }: { readonly blocks: readonly MarkdownBlock[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: what a text is made of has nothing but its place
  return blocks.map((block, index) => <BlockView key={index} block={block} />)
}

function BlockView({ block }: { readonly block: MarkdownBlock }) {
  switch (block.kind) {
    case 'heading':
      // Below the window's own headings, whatever level the agent used.
      return (
        <h3 className={`markdown-h${block.level}`}>
          <Inlines nodes={block.children} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={block.children} />
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="markdown-code well scrolls" tabIndex={0}>
          <Code text={block.text} language={block.language} />
        </pre>
      )
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      )
    case 'list':
      return <ListView block={block} />
    case 'table':
      return <TableView block={block} />
    case 'rule':
      return <hr />
  }
}

function ListView({ block }: { readonly block: MarkdownBlock & { readonly kind: 'list' } }) {
  const items = block.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <li key={index}>
      <Blocks blocks={item} />
    </li>
  ))
  return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
}

/* biome-ignore-start lint/suspicious/noArrayIndexKey: see above */
function TableView({ block }: { readonly block: MarkdownBlock & { readonly kind: 'table' } }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="scrolls" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index}>
                <Inlines nodes={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Inlines nodes={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Inlines({ nodes }: { readonly nodes: readonly Inline[] }) {
  return nodes.map((node, index) => <InlineView key={index} node={node} />)
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */

function InlineView({ node }: { readonly node: Inline }) {
  switch (node.kind) {
    case 'text':
      return <MarkedText text={node.text} />
    case 'code':
      return (
        <code>
          <MarkedText text={node.text} />
        </code>
      )
    case 'break':
      return <br />
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      )
    case 'strike':
      return (
        <del>
          <Inlines nodes={node.children} />
        </del>
      )
    case 'link':
      return (
        <ExternalLink url={node.url}>
          {node.children.length > 0 ? <Inlines nodes={node.children} /> : undefined}
        </ExternalLink>
      )
    case 'image':
      return (
        <span className="markdown-image dim small" title="Images from agents aren’t loaded automatically">
          image{node.children.length > 0 && ': '}
          <Inlines nodes={node.children} /> <ExternalLink url={node.url} />
        </span>
      )
  }
}

/** The cost of blocks in DOM elements; code measures itself. */
function costOf(blocks: readonly MarkdownBlock[]): number {
  return sum(blocks, (block) => 1 + ofBlock(block))
}

/** Whether formatting adds nothing to the plain text. */
function isPlain(blocks: readonly MarkdownBlock[]): boolean {
  return blocks.every(
    (block) =>
      block.kind === 'paragraph' && block.children.every(({ kind }) => kind === 'text' || kind === 'break'),
  )
}

function ofBlock(block: MarkdownBlock): number {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return ofInlines(block.children)
    case 'quote':
      return costOf(block.children)
    case 'list':
      return sum(block.items, (item) => 1 + costOf(item))
    case 'table':
      return sum([block.head, ...block.rows], (row) => 1 + sum(row, (cell) => 1 + ofInlines(cell)))
    case 'code':
    case 'rule':
      return 1
  }
}

function ofInlines(nodes: readonly Inline[]): number {
  return sum(nodes, (node) => {
    if ('children' in node) return 1 + ofInlines(node.children)
    return 1 + (node.kind === 'break' ? 0 : textCost(node.text))
  })
}

function sum<T>(list: readonly T[], weightOf: (item: T) => number): number {
  return list.reduce((total, item) => total + weightOf(item), 0)
}
