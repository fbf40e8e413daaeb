import type { UnknownPart } from '#shared/a2a/model.ts'
import type { RowPart, SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { DataRow } from './data-row.tsx'
import { DataTree } from './data-tree.tsx'
import { FileCard } from './file-card.tsx'
import { savePart } from './save-part.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { UrlRow } from './url-row.tsx'
import './parts.css'

export function PartRow({ segment, part }: { readonly segment: SegmentFacts; readonly part: RowPart }) {
  switch (part.kind) {
    case 'data':
      return <DataRow segment={segment} part={part} />
    case 'file-bytes':
      return (
        <FileCard
          source={part.far ? { kind: 'far', ...part.far } : { kind: 'base64', text: part.base64 }}
          name={part.filename}
          mediaType={part.mediaType}
          menu={(items) => <SegmentMenu segment={segment} items={items} />}
        />
      )
    case 'file-url':
      return <UrlRow segment={segment} part={part} />
    case 'unknown':
      return <UnknownRow segment={segment} part={part} />
  }
}

/** A part that A2A does not specify, shown as it arrived. The findings report it. */
function UnknownRow({ segment, part }: { readonly segment: SegmentFacts; readonly part: UnknownPart }) {
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
