import { CornerDownRight, ListChecks, Wrench } from 'lucide-react'
import { useMemo } from 'react'
import type { DataPart, JsonValue } from '#shared/a2a/model.ts'
import { type ToolNews, toolNewsIn, toolWord } from '#shared/a2a/tool-calls.ts'
import { shorten } from '#shared/shorten.ts'
import type { SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { useChatView } from '../../../state/chat.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { DataTree } from './data-tree.tsx'
import { savePart } from './save-part.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { rowCount, TableView } from './table-view.tsx'
import { cellsOf, tabular } from './tabular.ts'

/** Of a tool's name, which then ends in "…". */
const maxToolNameChars = 80
/** Of what a tool answered in words; the rest is a click away. */
const maxToolWordsChars = 2_000

const icons = { call: Wrench, result: CornerDownRight, step: ListChecks }

export function DataRow({ segment, part }: { readonly segment: SegmentFacts; readonly part: DataPart }) {
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

interface ToolRowProps {
  readonly segment: SegmentFacts
  readonly news: readonly ToolNews[]
  showData(): void
  copy(): void
}

/** A tool call with its arguments, a result, or a step. */
function ToolRow({ segment, news, showData, copy }: ToolRowProps) {
  return (
    <div className="row-box segment-first">
      <SegmentMenu
        segment={segment}
        items={() => [
          { label: 'Show as data', run: showData },
          { label: 'Copy', run: copy },
        ]}
      />
      {news.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the content of a part never moves
        <Tool key={index} news={one} />
      ))}
    </div>
  )
}

function Tool({ news }: { readonly news: ToolNews }) {
  const { kind, name, content, failed, isLongRunning, toConfirm } = news
  const Icon = icons[kind]
  const word = toolWord(news)
  const called = visibleString(shorten(name, maxToolNameChars))
  return (
    <section
      className={failed ? 'tool tool-failed' : 'tool'}
      aria-label={kind === 'step' ? `Step ${called}` : `Tool ${called} ${word}`}
    >
      <p className="tool-head line gap-6 small">
        <Icon size={13} />
        <strong className="mono">
          <UntrustedText text={name} limit={maxToolNameChars} />
        </strong>
        <span className="dim">{word}</span>
        {isLongRunning && !toConfirm && <span className="faint">long-running</span>}
      </p>
      {toConfirm?.hint !== undefined && (
        <p className="dim">
          <UntrustedText text={toConfirm.hint} limit={maxToolWordsChars} />
        </p>
      )}
      {content !== undefined && <Content content={content} />}
    </section>
  )
}

function Content({ content }: { readonly content: JsonValue }) {
  if (typeof content === 'string') {
    return (
      <p className="verbatim well py-6 px-8">
        <UntrustedText text={content} limit={maxToolWordsChars} />
      </p>
    )
  }
  const isNothing = typeof content === 'object' && content !== null && Object.keys(content).length === 0
  return isNothing ? null : <DataTree value={content} />
}
