import { Ellipsis } from 'lucide-react'
import type { Part } from '#shared/a2a/model.ts'
import { at } from '#shared/record/list.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import type { Block, Place, Segment } from '../conversation/index.ts'
import { useRawPart } from './raw-part.tsx'

interface SegmentMenuProps {
  readonly segment: Segment
  readonly block: Block
  /** What this kind of part has besides. */
  items(): readonly MenuItem[]
}

/** What can be done with any part: its own things first, then its JSON and its bytes. */
export function SegmentMenu({ segment, block, items }: SegmentMenuProps) {
  const { record } = useEngine()

  function place(): Place {
    const { event } = segment
    const task = block.taskKey === undefined ? undefined : record.task(block.taskKey)
    const first = event === undefined || !task ? undefined : at(task.events, event)?.first
    return first ?? block.place
  }

  return (
    <Menu
      label="Part"
      className="icon-button segment-menu"
      button={<Ellipsis size={14} aria-hidden={true} />}
      items={() => [
        ...items(),
        { label: 'Raw', run: () => useRawPart.getState().show(rawOf(segment)) },
        {
          label: 'Show on the wire',
          run: () => {
            const { exchangeId, seq } = place()
            useSelection.getState().selectExchange(exchangeId, seq)
          },
        },
      ]}
    />
  )
}

function rawOf(segment: Segment): Part | readonly Part[] {
  if (segment.kind === 'part') return segment.part
  const [only] = segment.parts
  return only && segment.parts.length === 1 ? only : segment.parts
}
