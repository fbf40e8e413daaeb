import { ListTasksRequest, type Part, Task } from '@a2a-js/sdk'
import { ServerCallContext } from '@a2a-js/sdk/server'
import { describe, expect, it } from 'vitest'
import { textPart } from './scene.ts'
import { createTaskStore } from './task-store.ts'

const context = new ServerCallContext()

const task = (id: string, state: string, minute = 0, parts: Part[] = []): Task => ({
  ...Task.fromJSON({
    id,
    contextId: minute % 2 === 0 ? 'even' : 'odd',
    status: { state, timestamp: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z` },
  }),
  artifacts: [{ artifactId: 'a', name: '', description: '', parts, metadata: undefined, extensions: [] }],
})

describe('the task store', () => {
  it('drops the oldest finished task first, then the oldest, and says so', async () => {
    const evicted: string[] = []
    const store = createTaskStore({ maxTasks: 3, maxFinishedBytes: 1e6 }, (id) => evicted.push(id))
    await store.save(task('working-1', 'TASK_STATE_WORKING'), context)
    await store.save(task('done-1', 'TASK_STATE_COMPLETED'), context)
    await store.save(task('working-2', 'TASK_STATE_WORKING'), context)
    await store.save(task('working-3', 'TASK_STATE_WORKING'), context)
    await store.save(task('working-4', 'TASK_STATE_WORKING'), context)
    expect([evicted, store.size()]).toEqual([['done-1', 'working-1'], 3])
  })

  it('bounds what finished tasks weigh, but keeps the one just finished', async () => {
    const evicted: string[] = []
    const store = createTaskStore({ maxTasks: 100, maxFinishedBytes: 30_000 }, (id) => evicted.push(id))
    const heavy = [textPart('x'.repeat(10_000))]
    for (const id of ['a', 'b', 'c']) await store.save(task(id, 'TASK_STATE_COMPLETED', 0, heavy), context)
    await store.save(task('d', 'TASK_STATE_COMPLETED', 0, [...heavy, ...heavy]), context)
    expect([evicted, store.size()]).toEqual([['a', 'b', 'c'], 1])
  })

  it('keeps what it holds apart from what callers do to a loaded task', async () => {
    const store = createTaskStore()
    await store.save(task('t', 'TASK_STATE_WORKING', 0, [textPart('kept')]), context)
    const loaded = await store.load('t', context)
    const [artifact] = loaded?.artifacts ?? []
    if (artifact) artifact.parts = []
    loaded?.artifacts.push(...(loaded?.artifacts ?? []))
    expect((await store.load('t', context))?.artifacts.map(({ parts }) => parts)).toEqual([
      [textPart('kept')],
    ])
  })
})

describe('listing', () => {
  const listed = async (query: object) => {
    const store = createTaskStore()
    for (let minute = 0; minute < 5; minute++) {
      const state = minute === 4 ? 'TASK_STATE_WORKING' : 'TASK_STATE_COMPLETED'
      await store.save(task(`t${minute}`, state, minute), context)
    }
    const list = (more: object) =>
      store.list({ ...ListTasksRequest.fromJSON({ pageSize: 50, ...query, ...more }) }, context)
    return list
  }

  it.each([
    [{}, ['t4', 't3', 't2', 't1', 't0']],
    [{ contextId: 'odd' }, ['t3', 't1']],
    [{ status: 'TASK_STATE_WORKING' }, ['t4']],
    [{ statusTimestampAfter: '2026-01-01T00:03:00.000Z' }, ['t4', 't3']],
  ])('%j gives %j', async (query, ids) => {
    const { tasks, totalSize, nextPageToken } = await (await listed(query))({})
    expect([tasks.map(({ id }) => id), totalSize, nextPageToken]).toEqual([ids, ids.length, ''])
  })

  it('pages through everything once, with or without artifacts', async () => {
    const list = await listed({ pageSize: 2 })
    const observed: string[] = []
    let pageToken = ''
    do {
      const page = await list({ pageToken })
      expect(page.tasks.flatMap(({ artifacts }) => artifacts)).toEqual([])
      observed.push(...page.tasks.map(({ id }) => id))
      pageToken = page.nextPageToken
    } while (pageToken !== '')
    expect(observed).toEqual(['t4', 't3', 't2', 't1', 't0'])
    expect((await list({ includeArtifacts: true })).tasks.map(({ artifacts }) => artifacts.length)).toEqual([
      1, 1,
    ])
  })

  it('refuses a token it did not give', async () => {
    await expect((await listed({}))({ pageToken: 'bm9uc2Vuc2U' })).rejects.toThrow(
      'not one this agent gave out',
    )
  })
})
