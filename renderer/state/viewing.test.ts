import { beforeEach, expect, test } from 'vitest'
import { useSelection } from './selection.ts'
import { selectedIn, useLooking } from './viewing.ts'

const { open, show, close, rename } = useLooking.getState()

beforeEach(() => {
  useLooking.setState(useLooking.getInitialState())
  useSelection.getState().replace({ agentId: 'mine', exchangeId: 'x0' })
})

function shown(): readonly [agentId: string | undefined, exchangeId: string | undefined] {
  const { agentId, exchangeId } = useSelection.getState()
  return [agentId, exchangeId]
}

test('each session has a selection of its own', () => {
  open('kept', 'A session')
  expect(shown()).toEqual([undefined, undefined])
  useSelection.getState().replace({ agentId: 'theirs', exchangeId: 'x1' })
  expect(selectedIn(undefined)).toMatchObject({ agentId: 'mine', exchangeId: 'x0' })
  show(undefined)
  expect(shown()).toEqual(['mine', 'x0'])
  show('kept')
  expect(shown()).toEqual(['theirs', 'x1'])
  close('kept')
  expect(shown()).toEqual(['mine', 'x0'])
  open('kept', 'A session')
  expect(shown()).toEqual([undefined, undefined])
})

test('the place a session is opened at is gone to once, and again when it is opened there again', () => {
  const place = { exchangeId: 'x2', seq: 7 }
  open('kept', 'A session', place)
  expect(shown()[1]).toBe('x2')
  useSelection.getState().selectExchange('x3')
  rename('kept', 'Another name')
  show(undefined)
  show('kept')
  expect(shown()[1]).toBe('x3')
  open('kept', 'Another name', place)
  expect(shown()[1]).toBe('x2')
  expect(useSelection.getState().entrySeq).toBe(7)
})
