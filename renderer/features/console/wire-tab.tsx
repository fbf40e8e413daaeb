import { useEffect } from 'react'
import { useCompose } from '../../state/compose.ts'
import { useConsole } from '../../state/console.ts'
import { useSelection } from '../../state/selection.ts'
import { SideBySide } from '../../ui/side-by-side.tsx'
import { ComparePane } from './compare/compare-pane.tsx'
import { ComposeButton } from './compose/compose-button.tsx'
import { ComposePane } from './compose/compose-pane.tsx'
import { ExchangeDetail } from './detail/exchange-detail.tsx'
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
  function detail() {
    if (isOpen && composed !== undefined) return <ComposePane composed={composed} />
    if (selectedId === undefined) return undefined
    if (compareWith !== undefined && compareWith !== selectedId)
      return <ComparePane leftId={compareWith} rightId={selectedId} />
    return <ExchangeDetail key={selectedId} exchangeId={selectedId} />
  }

  return (
    <SideBySide detail={detail()} detailSize="46%">
      <WireList actions={<ComposeButton />} />
    </SideBySide>
  )
}
