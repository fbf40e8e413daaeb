// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard

import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { ConversationView } from '#shared/story/task-view.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useRecord } from '../../../record/use-record.ts'
import { useChatView } from '../../../state/chat-view.ts'
import { useSelection } from '../../../state/selection.ts'
import { useWorkingTexts } from '../use-working-text.ts'
import { createLayout, type LayoutBuilder } from './layout.ts'
import type { Block, Layout, Row } from './row.ts'
import { RowView } from './row-view.tsx'
import { useFollowSent } from './use-follow-sent.ts'
import { useTail } from './use-tail.ts'
import './conversation.css'

/** Of a row that was not drawn yet, in pixels. */
const likelyHeight: Readonly<Record<Exclude<Row['kind'], 'text'>, number>> = {
  meta: 34,
  part: 160,
  empty: 30,
  'task-head': 48,
  unread: 28,
  gap: 24,
  earlier: 28,
  said: 28,
  artifact: 36,
  also: 24,
  'task-foot': 8,
  offer: 36,
  problem: 64,
}
const leastText = 44
/** Of words that fill their lines, in a window of the usual width. */
const textPerCharacter = 0.24

function likelyHeightOf(row: Row | undefined): number {
  if (row === undefined) return leastText
  if (row.kind !== 'text') return likelyHeight[row.kind]
  return Math.max(leastText, row.piece.text.length * textPerCharacter)
}

export function ConversationLog({ conversation }: { readonly conversation: ConversationView }) {
  const { record } = useEngine()
  const version = useRecord((store) => store.version())
  const open = useChatView((view) => view.open)
  const workingText = useWorkingTexts()[conversation.agentId ?? '']
  const builder = useState(createLayout)[0]
  const layout = builder.build(conversation, {
    task: record.task,
    exchange: record.exchange,
    open,
    workingText,
  })
  const { rows, blocks, count } = layout
  usePrepared(builder, conversation.id)

  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => likelyHeightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  })
  const tail = useTail(box, count, version)
  // Who follows the end is taken there as a whole, whatever grew.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = tail.atTail ? never : undefined
  useFollowSent(conversation.agentId, tail.goToTail)
  const clicked = useFollowSelection(layout, (row) => virtual.scrollToIndex(row, { align: 'center' }))

  function select(event: MouseEvent, block: Block): void {
    // A button has its own meaning, and marking text is no click.
    if (event.defaultPrevented || (event.target as Element).closest('button, a, input, summary, iframe'))
      return
    if (window.getSelection()?.isCollapsed === false) return
    const { selectTask, selectExchange } = useSelection.getState()
    clicked.current = block.key
    if (block.taskKey !== undefined) selectTask(block.taskKey)
    selectExchange(block.place.exchangeId, block.place.seq)
  }

  const items = virtual.getVirtualItems()
  return (
    <div className="conversation-frame">
      <div
        ref={box}
        className="conversation"
        role="log"
        aria-label="Conversation"
        tabIndex={0}
        onScroll={tail.onScroll}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          <div className="conversation-rows" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {grouped(items, blocks).map(({ block, members }) => (
              <BlockView key={block.key} block={block} onClick={(event) => select(event, block)}>
                {members.map(({ index, key }) => {
                  const row = rows[index]
                  if (!row) return null
                  const edge = edgeOf(blocks, index)
                  return (
                    <div
                      key={String(key)}
                      ref={virtual.measureElement}
                      data-index={index}
                      className={`row ${edge}`}
                    >
                      <RowView row={row} block={block} />
                    </div>
                  )
                })}
              </BlockView>
            ))}
          </div>
        </div>
      </div>
      {!tail.atTail && (
        <button type="button" className="tail-pill" onClick={tail.goToTail}>
          <ArrowDown size={12} aria-hidden={true} /> {tail.missed > 0 ? `${tail.missed} new` : 'Latest'}
        </button>
      )}
    </div>
  )
}

const never = () => false

interface BlockViewProps {
  readonly block: Block
  readonly onClick: (event: MouseEvent) => void
  readonly children: React.ReactNode
}

/** As much of a block as is on screen, under its name. */
function BlockView({ block, onClick, children }: BlockViewProps) {
  const selected = useSelection(({ taskId, exchangeId }) =>
    block.kind === 'task'
      ? taskId === block.taskKey
      : taskId === undefined && exchangeId === block.place.exchangeId,
  )
  if (block.kind === 'problem' || block.kind === 'offer') {
    return <div className={`block ${block.kind}`}>{children}</div>
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what a click selects has a button, too
    <article
      className={`block ${block.kind}`}
      aria-label={block.label}
      data-selected={selected || undefined}
      onClick={onClick}
    >
      {children}
    </article>
  )
}

/** What others select is brought into sight; what was clicked here is in sight already. */
function useFollowSelection(layout: Layout, scrollTo: (row: number) => void) {
  const clicked = useRef<string>(undefined)
  const latest = useRef({ layout, scrollTo })
  latest.current = { layout, scrollTo }
  useEffect(
    () =>
      useSelection.subscribe(({ taskId, exchangeId }, before) => {
        if (taskId === before.taskId && exchangeId === before.exchangeId) return
        const { blocks } = latest.current.layout
        const wanted = (block: Block): boolean =>
          taskId === before.taskId ? block.place.exchangeId === exchangeId : block.taskKey === taskId
        const row = taskId === undefined && exchangeId === undefined ? -1 : blocks.findIndex(wanted)
        const block = blocks[row]
        if (!block || clicked.current !== undefined) {
          queueMicrotask(() => {
            clicked.current = undefined
          })
          return
        }
        latest.current.scrollTo(row)
      }),
    [],
  )
  return clicked
}

/** A thousand messages that come at once are laid out in slices, not while they are drawn. */
function usePrepared(builder: LayoutBuilder, id: string): void {
  const { record } = useEngine()
  useEffect(
    () =>
      record.beforeNews(async (breathe) => {
        const conversation = record.conversation(id)
        if (conversation) await builder.prepare(conversation, breathe)
      }),
    [record, builder, id],
  )
}

interface Group {
  readonly block: Block
  readonly members: VirtualItem[]
}

function grouped(items: readonly VirtualItem[], blocks: readonly Block[]): readonly Group[] {
  const groups: Group[] = []
  for (const item of items) {
    const block = blocks[item.index]
    if (!block) continue
    const last = groups.at(-1)
    if (last?.block === block) last.members.push(item)
    else groups.push({ block, members: [item] })
  }
  return groups
}

/** Borders and corners are drawn by the rows at the edges of a block. */
function edgeOf(blocks: readonly Block[], index: number): string {
  const block = blocks[index]
  const first = blocks[index - 1] !== block
  const last = blocks[index + 1] !== block
  return [first && 'first', last && 'last'].filter(Boolean).join(' ')
}
