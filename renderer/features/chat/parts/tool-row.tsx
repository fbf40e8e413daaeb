import { CornerDownRight, ListChecks, Wrench } from 'lucide-react'
import type { JsonValue } from '#shared/a2a/model.ts'
import { type ToolNews, toolWord } from '#shared/a2a/tool-calls.ts'
import { shorten } from '#shared/shorten.ts'
import type { SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { DataTree } from './data-tree.tsx'
import { SegmentMenu } from './segment-menu.tsx'

/** Of a tool's name, which then ends in "…". */
const maxToolNameChars = 80
/** Of what a tool answered in words; the rest is a click away. */
const maxToolWordsChars = 2_000

interface ToolRowProps {
  readonly segment: SegmentFacts
  readonly news: readonly ToolNews[]
  showData(): void
  copy(): void
}

/** A call of a tool with its arguments, what came of it, or a step. */
export function ToolRow({ segment, news, showData, copy }: ToolRowProps) {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: what a part tells never moves
        <Tool key={index} news={one} />
      ))}
    </div>
  )
}

const icons = { call: Wrench, result: CornerDownRight, step: ListChecks }

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
        <span className="muted">{word}</span>
        {isLongRunning && !toConfirm && <span className="faint">long-running</span>}
      </p>
      {toConfirm?.hint !== undefined && (
        <p className="muted">
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
