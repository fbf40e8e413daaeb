// What was selected in a tab is selected again when the tab is: ids of one session mean nothing in another. The place at which a
// session was opened is gone to once.

import { useLayoutEffect, useState } from 'react'
import type { SessionPlace, SessionTab } from '../state/looking.ts'
import { useSelection } from '../state/selection.ts'
import type { RecordedAccess } from './open-recorded.ts'
import { firstAgentOf } from './open-recorded.ts'

type Selected = Partial<ReturnType<typeof useSelection.getState>>

const liveTab = 'live'

export function useTabSelection(tab: SessionTab | undefined, access: RecordedAccess | undefined): void {
  const selections = useState(createTabSelections)[0]
  useLayoutEffect(() => {
    if (tab !== undefined && access === undefined) return
    selections.show(tab, access && firstAgentOf(access.recorded))
  }, [selections, tab, access])
}

export interface TabSelections {
  /** Of a session nothing was selected in, the agent is. */
  show(tab: SessionTab | undefined, agentId: string | undefined): void
}

export function createTabSelections(): TabSelections {
  const kept = new Map<string, Selected>()
  const reached = new WeakSet<SessionPlace>()
  let shown = liveTab
  return {
    show(tab, agentId) {
      const next = tab?.sessionId ?? liveTab
      if (next !== shown) {
        kept.set(shown, selected())
        useSelection.setState({ ...nothingSelected(), ...(kept.get(next) ?? { agentId }) })
        shown = next
      }
      const place = tab?.place
      if (place === undefined || reached.has(place)) return
      reached.add(place)
      useSelection.getState().selectExchange(place.exchangeId, place.seq)
    },
  }
}

function selected(): Selected {
  return Object.fromEntries(
    Object.entries(useSelection.getState()).filter(([, value]) => typeof value !== 'function'),
  )
}

function nothingSelected(): Selected {
  return Object.fromEntries(Object.keys(selected()).map((name) => [name, undefined]))
}
