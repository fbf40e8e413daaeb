import { Group, Panel, Separator } from 'react-resizable-panels'
import { useSelection } from '../../state/selection.ts'
import { ExchangeDetail } from './detail/exchange-detail.tsx'
import { WireList } from './list/wire-list.tsx'

/** Everything that crossed: the list, and beside it the exchange that is selected. */
export function Wire() {
  const selectedId = useSelection((selection) => selection.exchangeId)
  return (
    <Group orientation="horizontal">
      <Panel id="exchanges" minSize={260}>
        <WireList />
      </Panel>
      {selectedId !== undefined && <Separator className="separator" aria-label="Width of the detail" />}
      {selectedId !== undefined && (
        <Panel id="exchange-detail" defaultSize="46%" minSize={280}>
          <ExchangeDetail key={selectedId} exchangeId={selectedId} />
        </Panel>
      )}
    </Group>
  )
}
