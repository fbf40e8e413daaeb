// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard

import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type MouseEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatPage } from '#shared/contract/story.ts'
import type { Block, ChatRow } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'
import { keepScrolled, scrolledTo } from '../../../state/scrolled.ts'
import { useSelection } from '../../../state/selection.ts'
import { joinWords } from '../../../ui/format.ts'
import type { FollowedChat } from '../followed-chat.ts'
import { LoadingProgress } from '../loading-progress.tsx'
import { BlockView } from './block-view.tsx'
import { HeadAbove } from './head-above.tsx'
import { rowToShow } from './row-to-show.ts'
import { RowView } from './row-view.tsx'
import { useAnchorScroll, useTail } from './use-anchor-scroll.ts'
import './conversation.css'

/** Of a row that was not drawn yet, in pixels. */
const likelyHeight: Readonly<Record<Exclude<ChatRow['kind'], 'text'>, number>> = {
  meta: 34,
  part: 160,
  empty: 30,
  'answered-elsewhere': 30,
  'task-head': 48,
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
/** Rows fetched before they come into sight. */
const wantedAround = 30

function likelyHeightOf(row: ChatRow | undefined): number {
  if (row === undefined) return leastText
  if (row.kind !== 'text') return likelyHeight[row.kind]
  return Math.max(leastText, row.piece.text.length * textPerCharacter)
}

interface ConversationLogProps {
  readonly chat: FollowedChat
  /** Another object whenever rows have changed. */
  readonly state: object
  readonly page: ChatPage
  readonly agentId: string
  /** The conversation’s own in this window. */
  readonly name: string
}

// Of going to where the chat stood last, while its rows come to their heights; it then stands where it is.
const maxReturnAttempts = 10
const returnAttemptMs = 50

export function ConversationLog({ chat, state, page, agentId, name }: ConversationLogProps) {
  const { recorded } = useEngine()
  const { total, blocks, progress } = page
  const { rowAt } = chat
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function when rows have moved
  const keyOf = useCallback((index: number) => rowAt(index)?.key ?? index, [rowAt, state])
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: (index) => likelyHeightOf(rowAt(index)),
    getItemKey: keyOf,
    overscan: 6,
  })
  const place = recorded ? undefined : `chat ${name}`
  const [backTo, setBackTo] = useState(() => scrolledTo(place))
  const rowsHeight = virtual.getTotalSize()
  const tail = useTail(box, blocks, state, rowsHeight, backTo === undefined)
  // Who follows the end is taken there as a whole, whatever grew.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = tail.atTail ? never : undefined
  useAnchorScroll(box, virtual, state, !tail.atTail)
  useFollowSent(agentId, tail.goToTail)
  // Heights above are known only once they are drawn: it is gone to until it is there.
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (backTo === undefined || total <= backTo) return undefined
    virtual.scrollToIndex(backTo, { align: 'start' })
    const drawn = setTimeout(() => {
      const isThere = virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index === backTo
      if (isThere || attempt >= maxReturnAttempts) setBackTo(undefined)
      else setAttempt(attempt + 1)
    }, returnAttemptMs)
    return () => clearTimeout(drawn)
  }, [backTo, total, virtual, attempt])
  const firstShown = virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index
  useEffect(() => {
    if (backTo === undefined) keepScrolled(place, tail.atTail ? undefined : firstShown)
  }, [backTo, place, tail.atTail, firstShown])
  const newest = tail.atTail ? page.conversation?.tasks.at(-1)?.key : undefined
  const clicked = useFollowSelection(chat, total, newest, (row) =>
    virtual.scrollToIndex(row, { align: 'center' }),
  )

  function select(event: MouseEvent, block: Block): void {
    // A button has its own meaning, and marking text is no click.
    if (event.defaultPrevented || (event.target as Element).closest('button, a, input, summary, iframe'))
      return
    if (window.getSelection()?.isCollapsed === false) return
    const { selectTask, selectExchange } = useSelection.getState()
    clicked.current = block.key
    if (block.taskKey === undefined) selectExchange(block.place.exchangeId, block.place.seq)
    else selectTask(block.taskKey, block.place)
  }

  const items = virtual.getVirtualItems()
  const first = tail.atTail ? total - items.length : (items[0]?.index ?? 0)
  useEffect(() => {
    if (items.length > 0)
      chat.request(first - wantedAround, Math.min(first + items.length + wantedAround, total - 1))
  }, [chat, first, items.length, total])
  return (
    <div className="column fills anchor">
      <LoadingProgress progress={progress} />
      <div
        ref={box}
        className="conversation fills scrolls"
        role="log"
        aria-label="Conversation"
        tabIndex={0}
        onScroll={tail.onScroll}
        onKeyDown={(event) => {
          // The browser glides there, and stops wherever a row above turns out to have another height.
          const go = event.target === box.current && goByKey[event.key]
          if (!go) return
          event.preventDefault()
          tail[go]()
        }}
      >
        <div style={{ height: rowsHeight, position: 'relative' }}>
          {/* No transform: what sticks would not reckon with it. */}
          <div className="conversation-rows" style={{ top: items[0]?.start ?? 0 }}>
            {grouped(items, rowAt).map(({ block, members }) => {
              const drawn = members.map(({ index, key }) => {
                const row = rowAt(index)
                return (
                  <div
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    className={joinWords(' ', 'row', edgeOf(rowAt, index, total))}
                  >
                    {row ? <RowView row={row} /> : <div className="row-to-come" />}
                  </div>
                )
              })
              return block ? (
                <BlockView key={block.key} block={block} onClick={(event) => select(event, block)}>
                  <HeadAbove block={block} first={members[0]?.index ?? 0} rowAt={rowAt} page={page} />
                  {drawn}
                </BlockView>
              ) : (
                drawn
              )
            })}
          </div>
        </div>
      </div>
      {!tail.atTail && (
        <button type="button" className="tail-pill" onClick={tail.goToTail}>
          <ArrowDown size={12} /> {tail.missed > 0 ? `${tail.missed} new` : 'Latest'}
        </button>
      )}
    </div>
  )
}

const never = () => false

const goByKey: Partial<Record<string, 'goToTop' | 'goToTail'>> = { Home: 'goToTop', End: 'goToTail' }

type Selection = ReturnType<typeof useSelection.getState>

/**
 * What others select is brought into sight, where its rows are known. What was clicked here is in sight already, and so is `newest`, the task
 * at the end that is followed.
 */
function useFollowSelection(
  chat: FollowedChat,
  total: number,
  newest: string | undefined,
  scrollTo: (row: number) => void,
) {
  const clicked = useRef<string>(undefined)
  const show = useEffectEvent((now: Selection, before: Selection) => {
    if (now.taskId === before.taskId && now.exchangeId === before.exchangeId) return
    if (clicked.current !== undefined) {
      queueMicrotask(() => {
        clicked.current = undefined
      })
      return
    }
    if (now.taskId !== undefined && now.taskId === newest) return
    const row = rowToShow({ total, blockAt: (index) => chat.rowAt(index)?.block }, now, before)
    if (row !== undefined) scrollTo(row)
  })
  useEffect(() => useSelection.subscribe((now, before) => show(now, before)), [])
  return clicked
}

interface Group {
  /** Absent for rows that are still to come. */
  readonly block: Block | undefined
  readonly members: VirtualItem[]
}

type RowAt = FollowedChat['rowAt']

function grouped(items: readonly VirtualItem[], rowAt: RowAt): readonly Group[] {
  const groups: Group[] = []
  for (const item of items) {
    const block = rowAt(item.index)?.block
    const last = groups.at(-1)
    if (last && last.block?.key === block?.key) last.members.push(item)
    else groups.push({ block, members: [item] })
  }
  return groups
}

/** Borders and corners are drawn by the rows at the edges of a block. */
function edgeOf(rowAt: RowAt, index: number, total: number): string {
  const key = rowAt(index)?.block.key
  const isOther = (beside: number) => {
    const block = rowAt(beside)?.block
    return beside < 0 || beside >= total || (block !== undefined && block.key !== key)
  }
  return joinWords(' ', isOther(index - 1) && 'first', isOther(index + 1) && 'last')
}

/** Whoever sends a message wants to see it, and what comes of it, wherever they had scrolled to. */
function useFollowSent(agentId: string | undefined, goToTail: () => void): void {
  const follow = useEffectEvent((call: RunningCall | undefined) => {
    if (call?.kind === 'send' && call.agentId === agentId) goToTail()
  })
  useEffect(
    () =>
      useRunningCalls.subscribe(({ calls }, before) => {
        if (calls.length > before.calls.length) follow(calls.at(-1))
      }),
    [],
  )
}
