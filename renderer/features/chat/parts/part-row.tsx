import { useEngine } from '../../../host/engine.tsx'
import type { Block, PartSegment } from '../conversation/index.ts'
import { DataRow } from './data-row.tsx'
import { FileCard } from './file-card.tsx'
import { SegmentMenu } from './segment-menu.tsx'
import { UnknownRow } from './unknown-row.tsx'
import { UrlRow } from './url-row.tsx'
import './parts.css'

interface PartRowProps {
  readonly segment: PartSegment
  readonly block: Block
}

export function PartRow({ segment, block }: PartRowProps) {
  const { record } = useEngine()
  const { part } = segment
  switch (part.kind) {
    case 'data':
      return <DataRow segment={segment} part={part} block={block} />
    case 'file-bytes': {
      const far = record.far(part.base64)
      return (
        <FileCard
          source={far ? { kind: 'far', ...far } : { kind: 'base64', text: part.base64 }}
          name={part.filename}
          mediaType={part.mediaType}
          menu={(items) => <SegmentMenu segment={segment} block={block} items={items} />}
        />
      )
    }
    case 'file-url':
      return <UrlRow segment={segment} part={part} block={block} />
    case 'unknown':
      return <UnknownRow segment={segment} part={part} block={block} />
  }
}
