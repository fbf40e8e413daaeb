import { Group, Panel, Separator } from 'react-resizable-panels'
import type { FrameEntry } from '#shared/record/entry.ts'
import type { ExchangeView } from '#shared/record/exchanges.ts'
import { useSelection } from '../../state/selection.ts'
import { formatBytes, formatOffset } from '../../ui/format.ts'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import { BodyView } from './body-view.tsx'

const columns = [
  { id: 'number', name: '#', width: '36px' },
  { id: 'time', name: 'Time', width: '64px' },
  { id: 'size', name: 'Size', width: '56px' },
  { id: 'preview', name: 'Preview', width: 'minmax(0, 1fr)' },
] as const

interface FrameGridProps {
  readonly exchange: ExchangeView
  readonly frames: readonly FrameEntry[]
}

export function FrameGrid({ exchange, frames }: FrameGridProps) {
  const selectedSeq = useSelection((selection) => selection.entrySeq)
  const selected = frames.find(({ seq }) => seq === selectedSeq)
  return (
    <Group orientation="vertical">
      <Panel id="frames" minSize={60}>
        <VirtualGrid
          name="Frames"
          columns={columns}
          rowHeight={23}
          count={frames.length}
          followsTail
          rowOf={(index) => frames[index]}
          isSelected={({ seq }) => seq === selectedSeq}
          onSelect={({ seq }) => useSelection.getState().selectExchange(exchange.id, seq)}
          cellsOf={(frame) => [
            <span key="number" className="mono faint">
              {frame.index + 1}
            </span>,
            <span key="time" className="mono muted">
              {formatOffset(frame.monoMs - exchange.startedMonoMs)}
            </span>,
            <span key="size" className="mono muted">
              {formatBytes(frame.raw.sizeBytes)}
            </span>,
            <span key="preview" className="mono">
              {previewOf(frame)}
            </span>,
          ]}
        />
      </Panel>
      {selected && <Separator className="separator" aria-label="Height of the frame" />}
      {selected && (
        <Panel id="frame" defaultSize="50%" minSize={60} className="detail">
          <BodyView body={selected.data ?? selected.raw} />
        </Panel>
      )}
    </Group>
  )
}

const previewLength = 300

/** What the frame says, past the envelope that every frame repeats. */
function previewOf({ data, raw }: FrameEntry): string {
  const text = data?.text ?? raw.text ?? ''
  const result = /"(?:result|error)"\s*:\s*/.exec(text)
  return text.slice(result ? result.index + result[0].length : 0, (result?.index ?? 0) + previewLength)
}
