import { beforeEach, expect, test } from 'vitest'
import { useLooking } from '../state/looking.ts'
import { useSelection } from '../state/selection.ts'
import { createTabSelections, type TabSelections } from './tab-selection.ts'

let selections: TabSelections

beforeEach(() => {
  useLooking.setState({ tabs: [], current: undefined })
  useSelection.getState().selectAgent('mine')
  useSelection.getState().selectExchange(undefined)
  selections = createTabSelections()
})

/** What the window shows now. */
function shown(): readonly [agentId: string | undefined, exchangeId: string | undefined] {
  const { tabs, current } = useLooking.getState()
  const tab = tabs.find(({ sessionId }) => sessionId === current)
  selections.show(tab, tab && 'theirs')
  const { agentId, exchangeId } = useSelection.getState()
  return [agentId, exchangeId]
}

test('each tab has a selection of its own', () => {
  const { open, show } = useLooking.getState()
  open('kept', 'A session')
  expect(shown()).toEqual(['theirs', undefined])
  useSelection.getState().selectExchange('x1')
  show(undefined)
  expect(shown()).toEqual(['mine', undefined])
  show('kept')
  expect(shown()).toEqual(['theirs', 'x1'])
})

test('the place a session is opened at is gone to once, and again when it is asked for again', () => {
  const { open, show, rename } = useLooking.getState()
  const place = { exchangeId: 'found', seq: 7 }
  open('kept', 'A session', place)
  expect(shown()).toEqual(['theirs', 'found'])
  useSelection.getState().selectExchange('other')
  rename('kept', 'Another name')
  expect(shown()).toEqual(['theirs', 'other'])
  show(undefined)
  expect(shown()).toEqual(['mine', undefined])
  show('kept')
  expect(shown()).toEqual(['theirs', 'other'])
  open('kept', 'Another name', place)
  expect(shown()).toEqual(['theirs', 'found'])
})
