import { beforeEach, expect, test } from 'vitest'
import { preferencesSchema } from '#shared/contract/preferences.ts'
import { placeNow } from './navigation.ts'
import { useSelection } from './selection.ts'
import { useLooking } from './viewing.ts'

beforeEach(() => {
  useLooking.setState(useLooking.getInitialState())
  useSelection.getState().selectAgent(undefined)
})

test('a place can be kept whatever names agents give', () => {
  const agentId = '3f2c8f0e-5d4b-4a57-9a43-2f6f4c1f9a10'
  useSelection.getState().selectAgent(agentId)
  useSelection.getState().selectTask(`${agentId} ${'t'.repeat(4_096)}`)
  useLooking.getState().open('5b6b1f52-7a7e-4b06-9f59-0d2a86ad1d11', '😀'.repeat(2_000))
  const place = placeNow()
  expect(preferencesSchema.parse({ place })).toEqual({ place })
})

test('what is selected in a kept session is not where the live one is', () => {
  useSelection.getState().selectAgent('live-agent')
  useLooking.getState().open('kept', 'Kept')
  useSelection.getState().selectAgent('kept-agent')
  useSelection.getState().selectExchange('kept-exchange')
  const selected = { agentId: 'kept-agent', exchangeId: 'kept-exchange' }
  const sessions = [{ sessionId: 'kept', name: 'Kept', selected }]
  expect(placeNow()).toMatchObject({ agentId: 'live-agent', current: 'kept', sessions })
  useLooking.getState().show(undefined)
  expect(placeNow()).toMatchObject({ agentId: 'live-agent', sessions })
})
