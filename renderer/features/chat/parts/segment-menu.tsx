import { Ellipsis } from 'lucide-react'
import type { SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useNamed } from '../use-conversation.ts'
import { useRawPart } from './raw-part.tsx'

interface SegmentMenuProps {
  readonly segment: SegmentFacts
  /** Selector of the element for the right click. */
  readonly subject?: string
  /** Further entries for this kind of part. */
  items(): readonly MenuItem[]
}

/** The menu of any part: its own entries first, then its JSON and its bytes. */
export function SegmentMenu({ segment: { key, place }, subject = '.row', items }: SegmentMenuProps) {
  const named = useNamed()
  return (
    <Menu
      label="Part"
      className="icon-button segment-menu"
      button={<Ellipsis size={14} />}
      subject={subject}
      items={() => [
        ...items(),
        { label: 'Raw', run: () => useRawPart.setState({ shown: named(key) }) },
        {
          label: 'Show request',
          run: () => showOnWire(place.exchangeId, place.seq),
        },
      ]}
    />
  )
}
