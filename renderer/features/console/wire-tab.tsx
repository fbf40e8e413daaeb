import { useEffect } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { useCompose } from '../../state/compose.ts'
import { useConsole } from '../../state/console.ts'
import { useSelection } from '../../state/selection.ts'
import { ComparePane } from './compare/index.ts'
import { ComposePane } from './compose/index.ts'
import { ExchangeDetail } from './detail/index.ts'
import { WireList } from './list/wire-list.tsx'

/** Everything that crossed: the list, and beside it the exchange that is selected, two side by side, or what is written. */
export function WireTab() {
  const selectedId = useSelection((selection) => selection.exchangeId)
  const { composed, isOpen, show } = useCompose()
  const compareWith = useConsole((state) => state.compareWith)
  // Looking at an exchange puts the composer away, with what is in it.
  useEffect(
    () =>
      useSelection.subscribe(({ exchangeId }, before) => {
        if (exchangeId !== undefined && exchangeId !== before.exchangeId) show(false)
      }),
    [show],
  )
  const composing = isOpen ? composed : undefined
  const aside = composing !== undefined || selectedId !== undefined
  return (
    <Group orientation="horizontal">
      <Panel id="exchanges" minSize={260}>
        <WireList />
      </Panel>
      {aside && <Separator className="separator" aria-label="Width of the detail" />}
      {aside && (
        <Panel id="exchange-detail" defaultSize="46%" minSize={280}>
          {composing !== undefined ? (
            <ComposePane composed={composing} />
          ) : selectedId === undefined ? null : compareWith === undefined || compareWith === selectedId ? (
            <ExchangeDetail key={selectedId} exchangeId={selectedId} />
          ) : (
            <ComparePane leftId={compareWith} rightId={selectedId} />
          )}
        </Panel>
      )}
    </Group>
  )
}
