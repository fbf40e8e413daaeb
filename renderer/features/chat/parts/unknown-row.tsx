import type { UnknownPart } from '#shared/a2a/model.ts'
import type { SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { DataTree } from './data-tree.tsx'
import { savePart } from './save-part.ts'
import { SegmentMenu } from './segment-menu.tsx'

interface UnknownRowProps {
  readonly segment: SegmentFacts
  readonly part: UnknownPart
}

/** A part of no kind that A2A has, shown as it came. The findings say what is wrong with it. */
export function UnknownRow({ segment, part }: UnknownRowProps) {
  return (
    <div className="row-box segment-first">
      <SegmentMenu
        segment={segment}
        items={() => [
          {
            label: 'Save as…',
            run: () => savePart(JSON.stringify(part.raw, null, 2), 'part.json', 'application/json'),
          },
        ]}
      />
      <p className="notice warning">
        <strong>Unknown part type</strong>
        <span>It has no text, file or data. Received:</span>
      </p>
      <DataTree value={part.raw} />
    </div>
  )
}
