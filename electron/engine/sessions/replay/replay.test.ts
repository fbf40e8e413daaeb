// A replayed session, through the same calls that a window makes for a live one.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import type { Entry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'

let window: TestWindow
let kit: Agent
let sessionId: string

beforeEach(async () => {
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await window.client.conversation.send({ agentId, text: 'many 20', stream: true })
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  sessionId = (await window.client.sessions.recording()).session?.id ?? ''
})
afterEach(async () => {
  await window.close()
  await kit.close()
})

async function entriesOf(id: string): Promise<readonly Entry[]> {
  const record = window.engine.sessions.recordOf(id)
  return (await record.read({ after: 0, limit: 1000, filter: { sessionId: id } })).entries
}
const plain = (entries: readonly Entry[]) => entries.map(({ seq, sessionId: _, ...rest }) => rest)

const act = (replayId: string, action: ReplayAction): Promise<ReplayState> =>
  window.client.replays.control({ replayId, action })

async function until(replayId: string, isRequested: (state: ReplayState) => boolean): Promise<ReplayState> {
  for await (const state of await window.client.replays.follow({ replayId }))
    if (isRequested(state)) return state
  throw new Error('the replay was over before it got there')
}

test('played to its end it has told everything, in order, and the recorded session is as it was', async () => {
  const recorded = await entriesOf(sessionId)
  const { replayId, shownId } = await window.client.replays.open({ sessionId })
  expect(await entriesOf(shownId)).toEqual([])
  await act(replayId, { kind: 'pace', pace: { speed: 20 } })
  await act(replayId, { kind: 'play' })
  const following = window.client.replays.follow({ replayId })
  for await (const state of await following) {
    if (!state.ended) continue
    expect(state).toMatchObject({ playing: false, seq: recorded.at(-1)?.seq, shownId })
    expect(plain(await entriesOf(shownId))).toEqual(plain(recorded))
    break
  }
  expect(await entriesOf(sessionId)).toEqual(recorded)
})

test('step by step, and to a place forwards and back; an exchange is open until its end is told', async () => {
  const recorded = await entriesOf(sessionId)
  const opened = await window.client.replays.open({ sessionId })
  const { replayId } = opened
  const stepped = await act(replayId, { kind: 'step' })
  expect([stepped.seq, plain(await entriesOf(stepped.shownId))]).toEqual([
    recorded[0]?.seq,
    plain(recorded.slice(0, 1)),
  ])
  const middle = recorded.find(({ kind }) => kind === 'frame')?.seq ?? 0
  const { shownId } = await act(replayId, { kind: 'seek', seq: middle })
  expect(shownId).toBe(opened.shownId)
  const query = { filter: '', offset: 0, limit: 50 }
  const { rows } = await window.client.console.exchanges({ ...query, sessionId: shownId })
  expect(rows.map(({ label, state, frames }) => [label, state, frames])).toEqual([
    [expect.stringContaining('agent-card'), 'done', 0],
    ['SendStreamingMessage', 'open', 1],
  ])
  const task = { taskId: rows[1]?.taskId ?? '' }
  const { outline } = await window.client.timeline.outline({
    sessionId: shownId,
    task,
    filter: {},
    version: 0,
    waitMs: 0,
  })
  expect(outline.figures.totalMs).toBeLessThan(10_000)

  const back = await act(replayId, { kind: 'seek', seq: recorded[1]?.seq ?? 0 })
  expect(back.shownId).not.toBe(shownId)
  expect(plain(await entriesOf(back.shownId))).toEqual(plain(recorded.slice(0, 2)))
  await expect(entriesOf(shownId)).rejects.toThrow('no longer kept')
})

test('who scrubs quickly ends where they stopped, and only there', async () => {
  const recorded = await entriesOf(sessionId)
  const { replayId } = await window.client.replays.open({ sessionId })
  const seqs = [recorded.length - 1, 5, 9, 3].map((index) => recorded[index]?.seq ?? 0)
  const states = await Promise.all(seqs.map((seq) => act(replayId, { kind: 'seek', seq })))
  const last = states.toSorted((a, b) => a.version - b.version).at(-1)
  expect(last?.seq).toBe(recorded[3]?.seq)
  expect(plain(await entriesOf(last?.shownId ?? ''))).toEqual(plain(recorded.slice(0, 4)))
})

test('who waits for news of a task when it jumps back is answered, and the engine goes on', async () => {
  const { replayId, shownId } = await window.client.replays.open({ sessionId })
  await act(replayId, { kind: 'seek', seq: Number.MAX_SAFE_INTEGER })
  const { rows } = await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
  const task = { taskId: rows.find(({ operation }) => operation === 'stream')?.taskId ?? '' }
  const request = (version: number) =>
    window.client.timeline.outline({ sessionId: shownId, task, filter: {}, version, waitMs: 30_000 })
  const { version } = await request(0)
  const waiting = request(version)
  await act(replayId, { kind: 'seek', seq: 1 })
  // On a busy machine the version may change before the jump.
  expect((await waiting).version).toBeGreaterThanOrEqual(version)
})

test('by keypress it stops before each prompt', async () => {
  const { replayId } = await window.client.replays.open({ sessionId })
  await act(replayId, { kind: 'pace', pace: { speed: 20, stopAtPrompts: true } })
  await act(replayId, { kind: 'play' })
  const { places } = await window.client.sessions.outline({ sessionId })
  const prompts = places.filter(({ kind }) => kind === 'prompt').map(({ seq }) => seq)
  expect(prompts).toHaveLength(2)
  const { seq } = await until(replayId, ({ playing }) => !playing)
  expect(seq).toBe((prompts[0] ?? 0) - 1)
  await expect(act(replayId, { kind: 'play' })).rejects.toThrow('This replay has ended.')
})

test('what changes while a state is on its way to the window follows it', async () => {
  const { replayId } = await window.client.replays.open({ sessionId })
  const states = window.engine.sessions.replays.follow(replayId)[Symbol.asyncIterator]()
  expect((await states.next()).value).toMatchObject({ seq: 0 })
  const { seq } = await act(replayId, { kind: 'step' })
  expect((await states.next()).value).toMatchObject({ seq })
  await states.return?.()
})
