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
import { joinDefined } from '../../../ui/format.ts'
import type { FollowedChat } from '../followed-chat.ts'
import { BlockView } from './block-view.tsx'
import { HeadAbove } from './head-above.tsx'
import { rowToShow } from './row-to-show.ts'
import { RowView } from './row-view.tsx'
import { useAnchorScroll, useTail } from './use-anchor-scroll.ts'
import './conversation.css'

/** Estimated height of a row before it is drawn, in pixels. */
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
/** For text that fills its lines, in a window of the usual width. */
const textPerCharacter = 0.24
/** Rows fetched before they are in sight. */
const overscanRows = 30

function likelyHeightOf(row: ChatRow | undefined): number {
  if (row === undefined) return leastText
  if (row.kind !== 'text') return likelyHeight[row.kind]
  return Math.max(leastText, row.piece.text.length * textPerCharacter)
}

interface ConversationLogProps {
  readonly chat: FollowedChat
  /** Another object after each change of rows. */
  readonly state: object
  readonly page: ChatPage
  readonly agentId: string
  /** Identifies the conversation in this window. */
  readonly name: string
}

// Attempts to restore the scroll position while rows get their heights; then it stays where it is.
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
  // At the end, the box is scrolled as a whole, whatever grew.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = tail.atTail ? never : undefined
  useAnchorScroll(box, virtual, state, !tail.atTail)
  useFollowSent(agentId, tail.goToTail)
  // Heights above are unknown until they are drawn: repeats until the row is in place.
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
    // Neither buttons nor a text selection select a block.
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
      chat.request(first - overscanRows, Math.min(first + items.length + overscanRows, total - 1))
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
          // The browser's smooth scrolling would stop wherever a row above changes its height.
          const go = event.target === box.current && goByKey[event.key]
          if (!go) return
          event.preventDefault()
          tail[go]()
        }}
      >
        <div style={{ height: rowsHeight, position: 'relative' }}>
          {/* No transform: sticky elements would ignore it. */}
          <div className="conversation-rows" style={{ top: items[0]?.start ?? 0 }}>
            {grouped(items, rowAt).map(({ block, members }) => {
              const drawn = members.map(({ index, key }) => {
                const row = rowAt(index)
                return (
                  <div
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    className={joinDefined(' ', 'row', edgeOf(rowAt, index, total))}
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
        <button type="button" className="tail-pill inline gap-5 small" onClick={tail.goToTail}>
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
 * Scrolls to a selection made elsewhere, if its rows are loaded. A click here is in sight already, and so is `newest`, the
 * followed task at the end.
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
  /** Absent for rows that are not loaded. */
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

/** Rows at the edges of a block draw its borders and corners. */
function edgeOf(rowAt: RowAt, index: number, total: number): string {
  const key = rowAt(index)?.block.key
  const isOther = (beside: number) => {
    const block = rowAt(beside)?.block
    return beside < 0 || beside >= total || (block !== undefined && block.key !== key)
  }
  return joinDefined(' ', isOther(index - 1) && 'first', isOther(index + 1) && 'last')
}

/** After sending a message, scrolls to it and to its answer from anywhere. */
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

/** Shown while the engine reads the record, if that takes more than a moment. */
function LoadingProgress({ progress }: { readonly progress: number }) {
  if (progress >= 1) return null
  return (
    <p className="faint after-a-moment small py-6 px-8" role="status">
      Reading the record… {Math.floor(progress * 100)}%
    </p>
  )
}
