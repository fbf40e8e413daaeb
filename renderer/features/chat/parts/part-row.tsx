import type { RowPart, SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { DataRow } from './data-row.tsx'
import { FileCard } from './file-card.tsx'
import { SegmentMenu } from './segment-menu.tsx'
import { UnknownRow } from './unknown-row.tsx'
import { UrlRow } from './url-row.tsx'
import './parts.css'

interface PartRowProps {
  readonly segment: SegmentFacts
  readonly part: RowPart
}

export function PartRow({ segment, part }: PartRowProps) {
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
