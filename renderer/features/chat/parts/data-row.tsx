import { useMemo } from 'react'
import type { DataPart } from '#shared/a2a/model.ts'
import { toolNewsIn } from '#shared/a2a/tool-calls.ts'
import { shorten } from '#shared/shorten.ts'
import type { SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { useChatView } from '../../../state/chat-view.ts'
import { DataTree } from './data-tree.tsx'
import { savePart } from './save-part.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { rowCount, TableView } from './table-view.tsx'
import { cellsOf, tabular } from './tabular.ts'
import { ToolRow } from './tool-row.tsx'

interface DataRowProps {
  readonly segment: SegmentFacts
  readonly part: DataPart
}

export function DataRow({ segment, part }: DataRowProps) {
  const chosen = useChatView((view) => view.modes[segment.key])
  const table = useMemo(() => tabular(part.data), [part.data])
  const tools = useMemo(() => toolNewsIn(part), [part])
  const asTable = table !== undefined && chosen !== 'tree'
  const { setMode } = useChatView.getState()
  const text = () => JSON.stringify(part.data, null, 2)
  if (tools.length > 0 && chosen !== 'tree') {
    return (
      <ToolRow
        segment={segment}
        news={tools}
        showData={() => setMode(segment.key, 'tree')}
        copy={() => void navigator.clipboard.writeText(text())}
      />
    )
  }
  return (
    <div className="row-box segment-first">
      <SegmentMenu
        segment={segment}
        items={() => [
          ...(table
            ? [
                { label: 'Show as a table', checked: asTable, run: () => setMode(segment.key, 'table') },
                { label: 'Show as a tree', checked: !asTable, run: () => setMode(segment.key, 'tree') },
              ]
            : []),
          ...(tools.length > 0 ? [{ label: 'Show as a call', run: () => setMode(segment.key, 'call') }] : []),
          { label: 'Copy', run: () => void navigator.clipboard.writeText(text()) },
          { label: 'Save as…', run: () => savePart(text(), part.filename, 'application/json') },
        ]}
      />
      <p className="part-kind faint">
        data
        {part.mediaType && part.mediaType !== 'application/json' ? ` · ${shorten(part.mediaType)}` : ''}
        {table ? ` · ${rowCount(table.rows.length)}` : ''}
      </p>
      {asTable ? (
        <TableView
          name={part.filename ?? 'Data'}
          head={table.head}
          count={table.rows.length}
          rowOf={(index) => (index < table.rows.length ? cellsOf(table.rows[index], table.head) : undefined)}
        />
      ) : (
        <DataTree value={part.data} closed={part.mediaType === 'application/schema+json'} />
      )}
    </div>
  )
}
