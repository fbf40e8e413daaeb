import { textCost } from '../drawing/text-cost.ts'
import type { Inline, MarkdownBlock } from './markdown-tree.ts'

/** What blocks come to in elements of a page; code counts itself. */
export function costOf(blocks: readonly MarkdownBlock[]): number {
  return sum(blocks, (block) => 1 + ofBlock(block))
}

/** Whether blocks say nothing that the text they were made of would not show as it is. */
export function isPlain(blocks: readonly MarkdownBlock[]): boolean {
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

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((total, item) => total + of(item), 0)
}
