import { expect, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'
import { newestOperations } from './newest-operations.ts'

test('the newest operations are found among many other exchanges', async () => {
  const window = await openWindow()
  const { record } = window.engine
  const { sessionId } = record.createSession('mixed')
  const request = (exchangeId: string, purpose: 'operation' | 'card') => {
    const call = { agentId: 'a', purpose, label: purpose } as const
    const base = { sessionId, exchangeId, at: 1, monoMs: 1 }
    record.append({ ...base, kind: 'request', call, method: 'POST', url: 'http://a/', headers: [] })
  }
  for (let index = 0; index < 3; index++) request(`said-${index}`, 'operation')
  for (let index = 0; index < 600; index++) request(`card-${index}`, 'card')
  record.flush()
  try {
    const rows = await newestOperations(window.client, sessionId, new AbortController().signal)
    expect(rows.map(({ id }) => id)).toEqual(['said-2', 'said-1', 'said-0'])
  } finally {
    await window.close()
  }
})
