// What was selected in a tab is selected again when the tab is: ids of one session mean nothing in another.

import { useLayoutEffect, useRef } from 'react'
import { useLooking } from '../state/looking.ts'
import { useSelection } from '../state/selection.ts'
import type { RecordedAccess } from './open-recorded.ts'

type Selected = Partial<ReturnType<typeof useSelection.getState>>

const liveTab = 'live'

export function useTabSelection(current: string | undefined, access: RecordedAccess | undefined): void {
  const kept = useRef(new Map<string, Selected>())
  const shown = useRef(liveTab)

  useLayoutEffect(() => {
    const next = current ?? liveTab
    if (next !== liveTab && access === undefined) return
    const tab = useLooking.getState().tabs.find(({ sessionId }) => sessionId === current)
    if (next !== shown.current) {
      kept.current.set(shown.current, selected())
      useSelection.setState({
        ...nothingSelected(),
        ...(kept.current.get(next) ?? { agentId: access?.recorded.agents[0]?.agent.id }),
      })
      shown.current = next
    }
    if (tab?.exchangeId !== undefined) useSelection.getState().selectExchange(tab.exchangeId, tab.seq)
  }, [current, access])
}

function selected(): Selected {
  return Object.fromEntries(
    Object.entries(useSelection.getState()).filter(([, value]) => typeof value !== 'function'),
  )
}

function nothingSelected(): Selected {
  return Object.fromEntries(Object.keys(selected()).map((name) => [name, undefined]))
}
