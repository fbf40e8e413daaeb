// The session that a live window shows: continued after a restart, and beside unrecorded calls.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { ownDataFolder } from '../data-folder/data-folder.ts'
import { openEngine } from '../engine.ts'

let window: TestWindow
let agentId: string

beforeEach(async () => {
  window = await openWindow()
  const { address } = await window.client.demo.start()
  await window.connect(address)
  agentId = await window.idOf(address)
})
afterEach(async () => {
  vi.useRealTimers()
  await window.close()
})

const print = (text: string) => window.client.conversation.send({ agentId, text, stream: false })
const act = (action: 'start' | 'pause' | 'stop' | 'new') => window.client.sessions.record({ action })
const shownId = async () => (await window.client.sessions.recording()).shownId ?? ''
const inSession = async (sessionId: string) =>
  (await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })).rows
const contexts = async (sessionId: string) =>
  (await window.client.story.conversations({ agentId, sessionId, others: false, offset: 0, limit: 50 })).rows

test('a restart goes on with the session, on one clock', async () => {
  await print('before')
  const before = await shownId()
  const calls = await inSession(before)
  window = await window.reopen()
  expect(await shownId()).toBe(before)
  expect(await inSession(before)).toEqual(calls)
  const { exchangeId } = await window.client.console
    .exchanges({ filter: '', offset: 0, limit: 1 })
    .then(({ rows: [row] }) =>
      window.client.conversation.send({ agentId: row?.agentId ?? '', text: 'after', stream: false }),
    )
  const later = (await inSession(before)).find(({ id }) => id === exchangeId)
  const last = calls.at(-1)
  const waited = (later?.startedAt ?? 0) - (last?.startedAt ?? 0)
  expect(waited).toBeGreaterThan(0)
  expect(Math.abs((later?.startedMonoMs ?? 0) - (last?.startedMonoMs ?? 0) - waited)).toBeLessThan(20)
})

test('a session that its user ended, or that lies long back, is not gone on with', async () => {
  await print('ended')
  const ended = await shownId()
  await act('stop')
  expect(await shownId()).toBe(ended)
  window = await window.reopen()
  const next = await shownId()
  expect(next).not.toBe(ended)

  vi.useFakeTimers({ now: Date.now() + 12 * 60 * 60 * 1_000 + 60_000, toFake: ['Date'] })
  window = await window.reopen()
  expect(await shownId()).not.toBe(next)
})

test('what a command records is never gone on with, and it goes on with nothing', async () => {
  const ofWindow = await shownId()
  await window.engine.close()
  const folder = ownDataFolder(window.dataDir)
  if (!folder) throw new Error('the folder is still owned')
  const { host } = window.engine
  const command = await openEngine({ folder, host, log: () => undefined, credentialsFor: 'now' })
  const ofCommand = command.sessions.currentSession()
  // As after a crash: nothing is closed.
  command.record.flush()
  expect(ofCommand).not.toBe(ofWindow)
  await command.close()
  window = await openWindow({ dataDir: window.dataDir })
  expect(await shownId()).toBe(ofWindow)
})

test('what is said while recording is paused or stopped is shown in its session, and goes nowhere with it', async () => {
  await print('kept')
  const id = await shownId()
  await act('pause')
  await print('between you and me')
  await act('start')
  await act('stop')
  await print('nobody listens')
  const called = (await inSession(id)).filter(({ label }) => label === 'SendMessage')
  expect(called).toHaveLength(3)
  expect(new Set(called.map(({ sessionId }) => sessionId))).toEqual(new Set([id]))
  expect((await contexts(id)).map(({ says }) => says)).toEqual([
    'nobody listens',
    'between you and me',
    'kept',
  ])
  const { session } = await window.client.sessions.open({ sessionId: id })
  expect(session.exchanges).toBe((await inSession(id)).length - 2)

  await act('start')
  expect(await inSession(await shownId())).toEqual([])
  expect(await contexts(await shownId())).toEqual([])
})

test('a stopped session that was deleted leaves nothing to show alone', async () => {
  await print('gone')
  const sessionId = await shownId()
  await act('stop')
  await window.client.sessions.remove({ sessionId })
  expect(await window.client.sessions.recording()).toEqual({ state: 'stopped' })
})
