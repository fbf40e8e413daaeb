import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChatPage, ConversationChoice, LookedAt } from '#shared/contract/story.ts'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'

let window: TestWindow
let kit: Agent
let agentId: string
beforeEach(async () => {
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  agentId = await window.idOf(kit.url)
})
afterEach(async () => {
  await window.close()
  await kit.close()
})

const newest: ConversationChoice = { kind: 'newest', after: 0 }

async function send(text: string, more: { contextId?: string; taskId?: string; stream?: boolean } = {}) {
  await window.engine.conversation.send({ agentId, text, stream: true, ...more })
  window.engine.record.flush()
}
/** When all of it has been read. */
async function look(
  more: Partial<LookedAt & { offset: number; limit: number; seen: number; waitMs: number }> = {},
): Promise<ChatPage> {
  const page = await window.client.story.rows({ agentId, of: newest, open: [], limit: 200, ...more })
  return page.progress < 1 ? look(more) : page
}

function shown({ rows }: ChatPage): readonly string[] {
  return rows.map((row) => {
    if ('kept' in row) return `kept ${row.kept}`
    return row.kind === 'text' ? row.piece.text.trim() : row.kind
  })
}
const wholeRows = ({ rows }: ChatPage) => rows.filter((row): row is ChatRow => 'kind' in row)

test('a conversation in the list has the state that its newest exchange left its task in', async () => {
  const states = async () =>
    (await window.client.story.conversations({ agentId, others: false, offset: 0, limit: 50 })).rows.map(
      ({ says, state }) => [says, state],
    )
  await send('ask', { stream: false })
  const { conversation } = await look()
  await send('many 40')
  await send('fail')
  await send('direct', { stream: false })
  expect(await states()).toEqual([
    ['direct', undefined],
    ['fail', 'failed'],
    ['many 40', 'completed'],
    ['ask', 'input-required'],
  ])
  const [task] = conversation?.tasks ?? []
  if (!task?.contextId) throw new Error('It asked in no context.')
  await send('done', { contextId: task.contextId, taskId: task.taskId })
  expect((await states()).at(-1)).toEqual(['ask', 'completed'])
})

test('a streamed answer, as rows in blocks', async () => {
  await send('many 5')
  const page = await look()
  expect(shown(page)).toEqual([
    'meta',
    'many 5',
    'task-head',
    'earlier',
    'artifact',
    'chunk0chunk1chunk2chunk3chunk4',
    'task-foot',
  ])
  expect(page).toMatchObject({ offset: 0, total: 7, blocks: 2, progress: 1 })
  const [task] = page.conversation?.tasks ?? []
  expect(task).toMatchObject({
    agentId,
    state: 'completed',
    phase: 'settled',
    key: `${agentId} ${task?.taskId}`,
  })
  expect(page.conversation).toMatchObject({ isOurs: true, says: 'many 5', said: ['many 5'] })
  expect(wholeRows(page).map(({ block }) => block.label)).toEqual([
    'You',
    'You',
    ...Array(5).fill('Task completed'),
  ])
})

test('who has seen a version waits for the next, and is sent what is new of it', async () => {
  await send('first')
  const before = await look()
  const waiting = look({ seen: before.version, waitMs: 10_000 })
  await send('second', { contextId: before.conversation?.contextId ?? '' })
  let after = await waiting
  while (after.conversation?.tasks.at(-1)?.phase !== 'settled' || after.blocks < 4) {
    after = await look({ seen: after.version, waitMs: 10_000 })
  }
  // The last of several versions.
  const page = await look({ seen: before.version })
  expect(shown(page).slice(0, before.total)).toEqual(wholeRows(before).map(({ key }) => `kept ${key}`))
  expect(wholeRows(page).length).toBe(page.total - before.total)
  expect((await look({ seen: page.version })).rows.every((row) => 'kept' in row)).toBe(true)
})

test('a version of another conversation tells nothing about this one', async () => {
  await send('here')
  const here = await look()
  await send('there')
  const there = await look({ seen: here.version })
  expect(shown(there)).toContain('there')
  expect(there.conversation?.says).toBe('there')
  const ref = { kind: 'conversation' as const, contextId: here.conversation?.contextId ?? '' }
  expect((await look({ of: ref, seen: there.version })).conversation?.says).toBe('here')
})

test('rows by position, from the end where none is named', async () => {
  for (let index = 0; index < 40; index += 1)
    await send(`message ${index}`, { contextId: 'one', stream: false })
  const end = await look({ limit: 100 })
  expect(end.offset % 100).toBe(0)
  expect(end.offset + end.rows.length).toBe(end.total)
  const beginning = await look({ offset: 0, limit: 3 })
  expect(shown(beginning)).toEqual(['meta', 'message 0', 'task-head'])
  expect(beginning.total).toBe(end.total)
})

test('what is folded out is laid out for who folds it out', async () => {
  await send('hi')
  const [head] = wholeRows(await look()).filter(({ kind }) => kind === 'task-head')
  const open = await look({ open: [head?.block.key ?? ''] })
  expect(wholeRows(open).filter(({ kind }) => kind === 'said').length).toBeGreaterThan(0)
  expect(wholeRows(await look()).filter(({ kind }) => kind === 'said')).toEqual([])
})

test('contexts, the newest first; the user puts one out of sight', async () => {
  await send('one')
  await send('two')
  const list = () => window.client.story.conversations({ agentId, others: false, offset: 0, limit: 50 })
  expect((await list()).rows.map(({ says, tasks, isOurs }) => [says, tasks, isOurs])).toEqual([
    ['two', 1, true],
    ['one', 1, true],
  ])
  const { rows } = await list()
  await window.client.chat.noteContext({
    agentId,
    contextId: rows[0]?.contextId ?? '',
    name: '',
    forgotten: true,
  })
  expect((await list()).rows.map(({ says }) => says)).toEqual(['one'])
  expect((await look()).conversation?.says).toBe('one')
})

test('conversations of all agents, by the name their user gave them, else by their first words', async () => {
  const other = await agent({ dialect: '0.3', name: 'Other' })
  await window.connect(other.url)
  const otherId = await window.idOf(other.url)
  for (const text of ['a train to Porto', 'Lisbon by train'])
    await window.engine.conversation.send({ agentId: otherId, text, stream: false })
  await send('a plane to Porto')
  const list = async (more: { named?: string; agentId?: string; offset?: number; limit?: number } = {}) => {
    const query = { others: true, offset: 0, limit: 50, ...more }
    const { rows, total } = await window.client.story.conversations(query)
    return [rows.map((row) => [row.says, row.agentId === agentId]), total]
  }
  const [plane, lisbon, porto] = [
    ['a plane to Porto', true],
    ['Lisbon by train', false],
    ['a train to Porto', false],
  ]
  expect(await list()).toEqual([[plane, lisbon, porto], 3])
  expect(await list({ offset: 1, limit: 1 })).toEqual([[lisbon], 3])
  expect(await list({ named: 'porto' })).toEqual([[plane, porto], 2])
  expect(await list({ named: 'TRAIN por' })).toEqual([[porto], 1])
  expect(await list({ named: 'train', agentId })).toEqual([[], 0])
  const { rows } = await window.client.story.conversations({ others: true, offset: 1, limit: 1 })
  const { contextId = '' } = rows[0] ?? {}
  await window.client.chat.noteContext({ agentId: otherId, contextId, name: 'Holiday', forgotten: false })
  expect(await list({ named: 'holi' })).toEqual([[lisbon], 1])
  expect(await list({ named: 'train' })).toEqual([[porto], 1])
  await window.client.chat.noteContext({ agentId: otherId, contextId, name: 'Holiday', forgotten: true })
  expect(await list({ named: 'holi' })).toEqual([[], 0])
  await window.client.agents.remove({ agentId: otherId })
  expect(await list()).toEqual([[plane], 1])
  await other.close()
})

test('a message and a part in full', async () => {
  const base64 = Buffer.alloc(2_000_000, 7).toString('base64')
  await window.engine.conversation.send({
    agentId,
    text: 'with a file',
    parts: [{ kind: 'file-bytes', base64, filename: 'big.bin', mediaType: 'application/octet-stream' }],
    stream: false,
  })
  window.engine.record.flush()
  const page = await look()
  const [meta] = wholeRows(page).flatMap((row) => (row.kind === 'meta' ? [row.message] : []))
  const [file] = wholeRows(page).flatMap((row) => (row.kind === 'part' ? [row] : []))
  expect(file?.part).toMatchObject({ kind: 'file-bytes', base64: '', far: { length: base64.length } })
  expect(JSON.stringify(page).length).toBeLessThan(20_000)
  const whole = await window.client.story.message({ agentId, of: newest, key: meta?.key ?? '' })
  expect(whole).toMatchObject({
    operation: 'send',
    message: { role: 'user', parts: [{ kind: 'text', text: 'with a file' }, { filename: 'big.bin' }] },
  })
  const segment = { agentId, of: newest, key: file?.segment.key ?? '' }
  expect(await window.client.story.segment(segment)).toMatchObject({
    count: 1,
    parts: [{ owner: { kind: 'message' }, place: file?.segment.place }],
  })
  expect(await window.client.story.segment({ ...segment, key: 'none' })).toBeNull()
})

test('a task by its name, wherever it is; the tasks of an agent', async () => {
  await send('hi')
  const [task] = (await look()).conversation?.tasks ?? []
  const { taskId = '' } = task ?? {}
  expect(await window.client.story.task({ agentId, taskId })).toMatchObject({ taskId, state: 'completed' })
  expect(await window.client.story.task({ agentId, taskId: 'none' })).toBeNull()
  expect(await window.client.story.tasks({ agentId })).toEqual([{ taskId, state: 'completed' }])
  expect(await window.client.story.streamed({ agentId, taskId })).toMatchObject({
    status: { state: 'completed' },
  })
})

test('a failed call is a conversation of its own until the agent names one', async () => {
  await kit.close()
  await send('anybody?').catch(() => undefined)
  const page = await look()
  expect(wholeRows(page).map(({ kind }) => kind)).toEqual(['meta', 'text', 'problem'])
  const { exchangeId } = page.conversation ?? {}
  expect(exchangeId).toBeDefined()
  expect(await look({ of: { kind: 'conversation', exchangeId } })).toMatchObject({ total: 3 })
})

test('another engine on the same folder tells the same', async () => {
  await send('many 500')
  await send('again', { contextId: (await look()).conversation?.contextId ?? '' })
  const before = await look()
  window = await window.reopen()
  const after = await look()
  expect(after.rows).toEqual(before.rows)
  expect(after.conversation).toEqual(before.conversation)
})

test('a task is told once its conversation is read, however long that takes', async () => {
  await send('many 12000')
  const [task] = (await look()).conversation?.tasks ?? []
  const { taskId = '' } = task ?? {}
  window = await window.reopen()
  expect(await window.client.story.task({ agentId, taskId })).toMatchObject({ taskId, state: 'completed' })
})
