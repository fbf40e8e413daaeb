import { ExternalLink, Package } from 'lucide-react'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import type { ArtifactMarks, ChatRow } from '#shared/story/chat/chat-row.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { IconButton } from '../../../ui/button.tsx'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { AlsoMark } from './also.tsx'

interface ArtifactHeadProps {
  readonly row: Extract<ChatRow, { kind: 'artifact' }>
}

export function ArtifactHead({ row }: ArtifactHeadProps) {
  const { name, description, chunks, characters, growing, marks, also, place } = row
  const facts = [
    chunks > 1 ? `${formatCount(chunks)} chunks` : undefined,
    characters > 0 ? formatBytes(characters) : undefined,
    growing ? 'growing' : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <div className="row-box artifact-head">
      <Package size={13} aria-hidden={true} className="muted" />
      <strong className="truncate" title={description && shorten(description, maxTitleChars)}>
        <UntrustedText text={name} limit={200} />
      </strong>
      <span className="muted artifact-size">{facts.join(' · ')}</span>
      <OddMarks marks={marks} />
      <AlsoMark also={also} />
      <span className="spacer" />
      {place && (
        <IconButton
          label="Show on the wire"
          icon={<ExternalLink size={12} aria-hidden={true} />}
          onClick={() => showOnWire(place.exchangeId, place.seq)}
        />
      )}
    </div>
  )
}

function OddMarks({ marks }: { readonly marks: ArtifactMarks }) {
  const words = [
    marks.replaced ? 'replaced while streaming' : undefined,
    marks.createdByAppend ? 'started by an append' : undefined,
    marks.afterLastChunk ? 'continued after its last chunk' : undefined,
    marks.stored === 'differs' ? 'the stored copy differs' : undefined,
    marks.stored === 'stored-ahead' ? 'the stored copy has more than was streamed' : undefined,
  ].filter((word) => word !== undefined)
  if (words.length === 0) return null
  return <span className="artifact-marks">{words.join(' · ')}</span>
}
