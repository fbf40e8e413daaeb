import { CornerDownRight, Wrench } from 'lucide-react'
import type { ToolNews } from '#shared/a2a/tool-calls.ts'
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

/** A call of a tool with its arguments, or what came of it. */
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

function Tool({ news: { kind, name, content, failed } }: { readonly news: ToolNews }) {
  const isCall = kind === 'call'
  const what = isCall ? 'called' : failed ? 'failed' : 'result'
  return (
    <section
      className={failed ? 'tool tool-failed' : 'tool'}
      aria-label={`Tool ${visibleString(shorten(name, maxToolNameChars))} ${what}`}
    >
      <p className="tool-head">
        {isCall ? <Wrench size={13} aria-hidden={true} /> : <CornerDownRight size={13} aria-hidden={true} />}
        <strong className="mono">
          <UntrustedText text={name} limit={maxToolNameChars} />
        </strong>
        <span className="muted">{what}</span>
      </p>
      <Content content={content} />
    </section>
  )
}

function Content({ content }: Pick<ToolNews, 'content'>) {
  if (typeof content === 'string') {
    return (
      <p className="tool-words">
        <UntrustedText text={content} limit={maxToolWordsChars} />
      </p>
    )
  }
  const isNothing = typeof content === 'object' && content !== null && Object.keys(content).length === 0
  return isNothing ? null : <DataTree value={content} />
}
