import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf } from '#shared/errors.ts'
import { mediaTypeOf } from '#shared/media-type.ts'
import type { Block, TextFacts } from '#shared/story/chat/chat-row.ts'
import type { TextPiece } from '#shared/story/chat/text-pieces.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useChatView } from '../../../state/chat.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { Code } from '../../../ui/code/code.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { MarkdownOfPiece } from '../../../ui/markdown.tsx'
import type { MenuItem } from '../../../ui/menu.tsx'
import { LongText } from '../../../ui/untrusted-text.tsx'
import { useNamed } from '../use-conversation.ts'
import { HtmlPreview } from './html-preview.tsx'
import { savePart } from './save-part.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { CsvTable, maxTableChars } from './table-view.tsx'
import './parts.css'

interface TextRowProps {
  readonly segment: TextFacts
  readonly piece: TextPiece
  readonly isFirst: boolean
  readonly block: Block
}

type Mode = 'markdown' | 'plain' | 'table' | 'preview'

/** One piece of a text; the first one has the menu of the whole text. */
export function TextRow({ segment, piece, isFirst, block }: TextRowProps) {
  const chosen = useChatView((view) => view.modes[segment.key])
  const mode = (chosen as Mode | undefined) ?? usualMode(segment, block.kind === 'mine')
  const read = useReadText(segment)
  const whole = mode === 'table' || mode === 'preview' ? mode : undefined
  return (
    <div className={joinDefined(' ', 'row-box', isFirst && 'segment-first')}>
      {/* Text of a message opens the message's own menu, with send, copy and quote. */}
      {isFirst && (
        <SegmentMenu segment={segment} subject=".task .row" items={() => itemsOf(segment, mode, read)} />
      )}
      {!whole && <Piece piece={piece} mode={mode} language={languageOf(segment)} />}
      {whole && isFirst && <WholeText segment={segment} as={whole} />}
    </div>
  )
}

interface PieceProps {
  readonly piece: TextPiece
  readonly mode: Mode
  readonly language: string | undefined
}

function Piece({ piece, mode, language }: PieceProps) {
  const { text } = piece
  if (mode === 'markdown') {
    return <MarkdownOfPiece piece={piece} />
  }
  if (language !== undefined) {
    return (
      <div className="segment-text plain mono breaks">
        <Code text={text} language={language} />
      </div>
    )
  }
  return (
    <div className="segment-text plain breaks">
      <LongText text={text} />
    </div>
  )
}

/** Set for code. */
function languageOf({ mediaType }: TextFacts): string | undefined {
  const subtype = /^(?:text|application)\/(?:x-)?([\w+-]+)/.exec(mediaType ?? '')?.[1]
  return subtype === undefined || subtype === 'plain' || subtype === 'markdown' ? undefined : subtype
}

/** The user's text is plain; an agent's is markdown unless its type differs. */
function usualMode({ mediaType, length = 0 }: TextFacts, mine: boolean): Mode {
  const type = mediaTypeOf(mediaType)
  if (type === 'text/csv' && length <= maxTableChars) return 'table'
  if (mine) return 'plain'
  return type === '' || type === 'text/markdown' ? 'markdown' : 'plain'
}

function itemsOf(segment: TextFacts, mode: Mode, read: ReturnType<typeof useReadText>): readonly MenuItem[] {
  const { setMode } = useChatView.getState()
  const type = segment.mediaType ?? 'text/plain'
  const choice = (label: string, to: Mode): MenuItem => ({
    label,
    checked: mode === to,
    run: () => setMode(segment.key, to),
  })
  return [
    choice('Show as Markdown', 'markdown'),
    choice('Show as plain text', 'plain'),
    ...(type.startsWith('text/csv') ? [choice('Show as a table', 'table')] : []),
    ...(type.startsWith('text/html') ? [choice('Show an isolated preview', 'preview')] : []),
    { label: 'Copy', run: () => read((text) => navigator.clipboard.writeText(text)) },
    { label: 'Save as…', run: () => read((text) => savePart(text, segment.filename, type)) },
  ]
}

// The whole text, for views that need it at once: requested on demand.

interface WholeTextProps {
  readonly segment: TextFacts
  readonly as: 'table' | 'preview'
}

function WholeText({ segment: { key, length }, as }: WholeTextProps) {
  const { queries } = useEngine()
  const input = useNamed()(key)
  const { data, error } = useQuery({
    ...queries.story.segment.queryOptions({ input }),
    // A text that grows has another key.
    queryKey: [...queries.story.segment.queryKey({ input }), length],
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (data === null) return <p className="notice">This text is no longer in the record.</p>
  if (!data) return <p className="faint">Loading…</p>
  const { text = '' } = data
  return as === 'table' ? <CsvTable text={text} /> : <HtmlPreview html={text} />
}

function useReadText({ key }: TextFacts): (use: (text: string) => Promise<void> | void) => void {
  const { client } = useEngine()
  const segment = useNamed()(key)
  return (use) => {
    client.story
      .segment(segment)
      .then((whole) => use(whole?.text ?? ''))
      .catch((fault: unknown) => useRunningCalls.getState().setFault(segment.agentId, messageOf(fault)))
  }
}
