import { VirtualGrid } from '../../../../ui/virtual-grid.tsx'

const columns = [
  { name: 'Offset', width: '68px' },
  { name: 'Bytes', width: '340px' },
  { name: 'Text', width: 'minmax(130px, 1fr)' },
] as const
const perRow = 16

/** Bytes as they are, sixteen a row. */
export function HexView({ bytes }: { readonly bytes: Uint8Array }) {
  return (
    <VirtualGrid
      name="Bytes"
      columns={columns}
      rowHeight={19}
      count={Math.ceil(bytes.length / perRow)}
      rowOf={(index) => ({
        offset: index * perRow,
        bytes: bytes.subarray(index * perRow, (index + 1) * perRow),
      })}
      isSelected={() => false}
      onSelect={() => undefined}
      cellsOf={(row) => [
        <span key="offset" className="mono faint">
          {row.offset.toString(16).padStart(8, '0')}
        </span>,
        <span key="bytes" className="mono hex-bytes">
          {[...row.bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}
        </span>,
        <span key="text" className="mono muted">
          {[...row.bytes]
            .map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·'))
            .join('')}
        </span>,
      ]}
    />
  )
}
