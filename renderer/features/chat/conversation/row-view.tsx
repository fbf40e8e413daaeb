// One row of the conversation, drawn by its kind.

import { memo } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { PartRow, TextRow } from '../parts/index.ts'
import { AlsoRow } from './also.tsx'
import { ArtifactHead } from './artifact-head.tsx'
import { FoldToggle } from './fold-toggle.tsx'
import { MessageMeta } from './message-meta.tsx'
import { ProblemRow } from './problem-row.tsx'
import type { Block, Row } from './row.ts'
import { EarlierToggle, SaidRow } from './said-rows.tsx'
import { TaskFoot } from './task-foot.tsx'
import { TaskHead } from './task-head.tsx'
import { GapRow, UnreadRow } from './unread-rows.tsx'

interface RowViewProps {
  readonly row: Row
  readonly block: Block
}

export const RowView = memo(function RowView({ row, block }: RowViewProps) {
  switch (row.kind) {
    case 'meta':
      return <MessageMeta view={row.view} block={block} />
    case 'text':
      return <TextRow segment={row.segment} piece={row.piece} isFirst={row.isFirst} block={block} />
    case 'part':
      return <PartRow segment={row.segment} block={block} />
    case 'empty':
      return <p className="row-box faint">A message without parts.</p>
    case 'task-head':
      return <TaskHead task={row.task} turn={row.turn} body={row.body} />
    case 'unread':
      return <UnreadRow events={row.events} />
    case 'gap':
      return <GapRow />
    case 'earlier':
      return <EarlierToggle task={row.task} turn={row.turn} />
    case 'said':
      return <SaidRow task={row.task} event={row.event} />
    case 'artifact':
      return <ArtifactHead task={row.task} artifact={row.artifact} also={row.also} />
    case 'also':
      return <AlsoRow also={row.also} />
    case 'offer':
      return <FoldToggle of={row.key}>{offerWords(row.count)}</FoldToggle>
    case 'task-foot':
      return <TaskFoot task={row.task} />
    case 'problem':
      return <ProblemRow problem={row.problem} exchange={row.exchange} view={row.view} />
  }
})

/** Tasks of the same context that nobody here started: another client's, told by a webhook call or a list. */
function offerWords(count: number): string {
  const tasks =
    count === 1 ? '1 task of this context was' : `${formatCount(count)} tasks of this context were`
  return `${tasks} not started here`
}
