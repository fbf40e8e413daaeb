// The state of the chat over restarts.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KeptDraft } from '#shared/contract/chat.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const draft: KeptDraft = {
  text: 'half a thought\n\u202E',
  textAt: 1,
  parts: [{ kind: 'file-bytes', base64: 'QUJD', filename: 'a.txt' }],
  referenceTaskIds: ['t1'],
  options: { historyLength: 2, messageMetadata: { a: 1 } },
  push: true,
}

test('a draft is kept by agent, to the letter, until there is none or the agent is removed', async () => {
  const [one, two] = [await window.idOf('http://a:1'), await window.idOf('http://b:1')]
  expect(await window.client.chat.draft({ agentId: one })).toBeNull()
  await window.client.chat.keepDraft({ agentId: one, draft })
  await window.client.chat.keepDraft({ agentId: two, draft: { ...draft, text: 'other' } })
  window = await window.reopen()
  expect(await window.client.chat.draft({ agentId: one })).toEqual(draft)
  await window.client.chat.keepDraft({ agentId: one, draft: null })
  await window.client.agents.remove({ agentId: two })
  window = await window.reopen()
  expect([
    await window.client.chat.draft({ agentId: one }),
    await window.client.chat.draft({ agentId: two }),
  ]).toEqual([null, null])
})

test('contexts keep their names and stay out of sight; a plain one leaves nothing', async () => {
  const agentId = await window.idOf('http://a:1')
  const named = { agentId, contextId: 'c1', name: 'Lisbon', forgotten: false }
  const gone = { agentId, contextId: 'c2', name: '', forgotten: true }
  await window.client.chat.noteContext({ ...named, name: 'first' })
  await window.client.chat.noteContext(named)
  await window.client.chat.noteContext(gone)
  await window.client.chat.noteContext({ agentId, contextId: 'c3', name: '', forgotten: false })
  window = await window.reopen()
  expect(await window.client.chat.contexts()).toEqual([named, gone])
  await window.client.agents.remove({ agentId })
  expect(await window.client.chat.contexts()).toEqual([])
})
