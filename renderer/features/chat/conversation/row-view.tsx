// One row of the conversation, drawn by its kind.

import { memo } from 'react'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { formatCount } from '../../../ui/format.ts'
import { PartRow, TextRow } from '../parts/index.ts'
import { AlsoRow } from './also.tsx'
import { ArtifactHead } from './artifact-head.tsx'
import { FoldToggle } from './fold-toggle.tsx'
import { MessageMeta } from './message-meta.tsx'
import { ProblemRow } from './problem-row.tsx'
import { EarlierToggle, SaidRow } from './said-rows.tsx'
import { TaskFoot } from './task-foot.tsx'
import { TaskHead } from './task-head.tsx'

export const RowView = memo(function RowView({ row }: { readonly row: ChatRow }) {
  if (!carried.has(row.kind)) return <Row row={row} />
  const of = `${row.block.place.exchangeId} ${row.key}`
  return (
    <GuardedDrawing of={of} value={row} plain={row.kind === 'text' ? row.piece.text : undefined}>
      <Row row={row} />
    </GuardedDrawing>
  )
})

/** Rows of an agent's own words and files. */
const carried: ReadonlySet<ChatRow['kind']> = new Set(['text', 'part', 'said', 'artifact', 'problem'])

function Row({ row }: { readonly row: ChatRow }) {
  const { block } = row
  switch (row.kind) {
    case 'meta':
      return <MessageMeta message={row.message} block={block} />
    case 'text':
      return <TextRow segment={row.segment} piece={row.piece} isFirst={row.isFirst} block={block} />
    case 'part':
      return <PartRow segment={row.segment} part={row.part} />
    case 'empty':
      return <p className="row-box faint">A message without parts.</p>
    case 'task-head':
      return <TaskHead row={row} />
    case 'earlier':
      return <EarlierToggle row={row} />
    case 'said':
      return <SaidRow row={row} />
    case 'artifact':
      return <ArtifactHead row={row} />
    case 'also':
      return <AlsoRow also={row.also} />
    case 'offer':
      return <FoldToggle of={block.key}>{offerWords(row.count)}</FoldToggle>
    case 'task-foot':
      return <TaskFoot task={row.task} />
    case 'problem':
      return <ProblemRow row={row} />
  }
}

/** Tasks of the same context that nobody here started: another client's, told by a webhook call or a list. */
function offerWords(count: number): string {
  const tasks =
    count === 1 ? '1 task of this context was' : `${formatCount(count)} tasks of this context were`
  return `${tasks} started by another client`
}
