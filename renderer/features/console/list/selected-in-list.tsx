// Position of the selected exchange in the list. A selection made elsewhere may be outside: its detail opens anyway.

import { useEffect, useRef, useState } from 'react'
import type { Inputs } from '#shared/contract/contract.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useConsole } from '../../../state/console.ts'
import { scrolledTo, useScrolled } from '../../../state/scrolled.ts'
import { useScope, useSelection } from '../../../state/selection.ts'
import { LinkButton } from '../../../ui/button.tsx'

type View = Omit<Inputs['console']['position'], 'exchangeId' | 'sessionId'> & { readonly after: number }

interface SelectedInList {
  /** Where to scroll to, after a selection elsewhere. */
  readonly reveal?: { readonly index: number }
  /** What excludes it from the list. */
  readonly outside?: 'session' | 'agent' | 'filter' | undefined
}

/** `place`: key of the list's stored scroll position. */
export function useSelectedInList(
  view: View,
  total: number | undefined,
  place: string | undefined,
): SelectedInList {
  const { client, scope } = useEngine()
  const { filter, after, agentId, order } = view
  const exchangeId = useSelection((selection) => selection.exchangeId)
  const [selectedInList, setFound] = useState<SelectedInList>({})
  const sortedBy = useRef(order)
  const isRestored = useRef(scrolledTo(place) !== undefined && isLocated(exchangeId))
  // It may match the filter later, for instance when it fails.
  const grown = selectedInList.outside === undefined ? undefined : total
  // biome-ignore lint/correctness/useExhaustiveDependencies: searched for again as the list grows
  useEffect(() => {
    const isPlaced = isRestored.current
    isRestored.current = false
    const isResorted = sortedBy.current !== order
    sortedBy.current = order
    const end = { reveal: { index: order ? 0 : Math.max(0, (total ?? 0) - 1) } }
    useScrolled.setState({ exchangeId })
    if (exchangeId === undefined) {
      setFound(isResorted ? end : {})
      return undefined
    }
    const stop = new AbortController()
    const { signal } = stop
    const positionIn = (view: View) => client.console.position({ ...view, exchangeId }, { signal })
    const openAround = async (index: number): Promise<number> => {
      const { rows } = await client.console.exchanges({ ...view, offset: index, limit: 1 }, { signal })
      const requestId = rows[0]?.id
      if (requestId === undefined || requestId === exchangeId) return index
      useConsole.getState().turnRequest(requestId, true)
      return positionIn({ ...view, nested: [...(view.nested ?? []), requestId] })
    }
    const locate = async (): Promise<SelectedInList> => {
      // Sorting shows the first rows, wherever the selected one is now.
      if (isResorted && order) return end
      const index = await positionIn(view)
      if (index >= 0 && isPlaced) return {}
      if (index >= 0) return { reveal: { index: view.nested ? await openAround(index) : index } }
      const { row } = await client.console.exchange({ exchangeId }, { signal })
      if (scope !== undefined && row.sessionId !== scope) return { outside: 'session' }
      const ofAll = { filter, after }
      if (agentId !== undefined && (await positionIn(ofAll)) >= 0) return { outside: 'agent' }
      const isCleared = after > 0 && (await positionIn({ filter, after: 0 })) >= 0
      return isCleared || filter.trim() === '' ? {} : { outside: 'filter' }
    }
    locate().then(setFound, () => !signal.aborted && setFound({}))
    return () => stop.abort()
  }, [client, scope, exchangeId, filter, after, agentId, order, grown])
  return selectedInList
}

/** The list has its stored scroll position since the window was opened or the list was left. */
function isLocated(exchangeId: string | undefined): boolean {
  const { exchangeId: last } = useScrolled.getState()
  return last === undefined || last === exchangeId
}

/** Why the selected exchange is not among the rows, and how to change that. */
export function OutsideNote({ outside }: Pick<SelectedInList, 'outside'>) {
  switch (outside) {
    case undefined:
      return null
    case 'session':
      return (
        <p className="list-note">
          The selected request isn’t part of this recording.{' '}
          <LinkButton onClick={() => useScope.getState().showAll(true)}>Show all recordings</LinkButton>
        </p>
      )
    case 'agent':
      return (
        <p className="list-note">
          The selected request isn’t one of this agent’s.{' '}
          <LinkButton onClick={() => useScope.getState().showAgent(undefined)}>Show all agents</LinkButton>
        </p>
      )
    case 'filter':
      return (
        <p className="list-note">
          The selected request doesn’t match the filter.{' '}
          <LinkButton onClick={() => useConsole.getState().setFilter('')}>Clear the filter</LinkButton>
        </p>
      )
  }
}
