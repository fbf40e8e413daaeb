import { Ellipsis } from 'lucide-react'
import { at } from '#shared/collections/list.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import type { Block, SaidAt, Segment, WayToBytes } from '../conversation/index.ts'
import { mostRawParts, useRawPart } from './raw-part.tsx'

interface SegmentMenuProps {
  readonly segment: Segment
  readonly block: Block
  /** What this kind of part has besides. */
  items(): readonly MenuItem[]
}

/** What can be done with any part: its own things first, then its JSON and its bytes. */
export function SegmentMenu({ segment, block, items }: SegmentMenuProps) {
  const { record } = useEngine()

  function placeOf({ event, place }: Pick<SaidAt, 'event' | 'place'>): WayToBytes {
    if (place) return place
    const task = block.taskKey === undefined ? undefined : record.task(block.taskKey)
    const first = event === undefined || !task ? undefined : at(task.events, event)?.first
    return first ?? block.place
  }

  function showRaw(): void {
    const parts = segment.origins.slice(0, mostRawParts).map(({ owner, fromEnd, ...said }) => {
      const { exchangeId, seq } = placeOf(said)
      return { owner, fromEnd, place: { exchangeId, seq } }
    })
    useRawPart.getState().show(parts, segment.origins.length)
  }

  function showOnTheWire(): void {
    const { exchangeId, seq } = segment.origins[0] ? placeOf(segment.origins[0]) : block.place
    useSelection.getState().selectExchange(exchangeId, seq)
  }

  return (
    <Menu
      label="Part"
      className="icon-button segment-menu"
      button={<Ellipsis size={14} aria-hidden={true} />}
      items={() => [
        ...items(),
        { label: 'Raw', run: showRaw },
        { label: 'Show on the wire', run: showOnTheWire },
      ]}
    />
  )
}
