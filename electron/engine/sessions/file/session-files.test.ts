// Sessions as files, through the contract: an export equals its import, and damage is reported.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { slice } from '#shared/collections/list.ts'
import type { Opening, WindowOpening } from '#shared/contract/opening.ts'
import type { ExportStep, ImportStep, Selection } from '#shared/contract/session-files.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'
import { openHttpServer, reply } from '../../../../e2e/agents/http-server.ts'
import type { Quirk } from '../../../../e2e/agents/quirk.ts'

let window: TestWindow
let kit: Agent

beforeEach(async () => {
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
})
afterEach(async () => {
  await window.close()
  await kit.close()
})

/** Every call has an empty result. */
const answersNothing: Quirk = {
  intercept: ({ request }) =>
    request.method === 'POST'
      ? reply(200, 'application/json', `{"jsonrpc":"2.0","id":${idOf(request.body)},"result":{}}`)
      : undefined,
}

function idOf(body: Buffer): string {
  return JSON.stringify(JSON.parse(body.toString()).id)
}

async function lived(): Promise<{ readonly sessionId: string; readonly agentId: string }> {
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await window.client.conversation.send({ agentId, text: 'many 50', stream: true })
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  const { session } = await window.client.sessions.recording()
  if (!session) throw new Error('nothing is being recorded')
  const edited = { name: 'Lisbon', note: 'for the talk' }
  await window.client.sessions.edit({ sessionId: session.id, changes: edited })
  return { sessionId: session.id, agentId }
}

async function last<T>(steps: AsyncIterable<T>): Promise<T> {
  let step: T | undefined
  for await (const each of steps) step = each
  if (step === undefined) throw new Error('there was no step')
  return step
}

async function exported(sessionId: string, selection: Selection = { of: 'session' }): Promise<Buffer> {
  const { sessionFiles } = window.client
  const request = { sessionId, selection, format: 'parley' as const }
  const step: ExportStep = await last(await sessionFiles.exporting(request))
  if (step.kind !== 'ready') throw new Error('the export did not end')
  const pieces: Buffer[] = []
  for (let offset = 0; offset < step.sizeBytes; offset += 1_000) {
    const { base64 } = await sessionFiles.readExport({ exportId: step.exportId, offset, length: 1_000 })
    pieces.push(Buffer.from(base64, 'base64'))
  }
  await sessionFiles.dropExport({ exportId: step.exportId })
  return Buffer.concat(pieces)
}

async function imported(
  bytes: Buffer,
  damaged: 'refuse' | 'take-whole-part' = 'refuse',
): Promise<ImportStep> {
  const { sessionFiles } = window.client
  const { uploadId } = await sessionFiles.beginUpload()
  for (let offset = 0; offset < bytes.byteLength; offset += 500_000) {
    const base64 = bytes.subarray(offset, offset + 500_000).toString('base64')
    await sessionFiles.upload({ uploadId, base64 })
  }
  return last(await sessionFiles.importing({ uploadId, damaged }))
}

async function importedId(bytes: Buffer, damaged?: 'take-whole-part'): Promise<string> {
  const step = await imported(bytes, damaged)
  if (step.kind !== 'done') throw new Error(`the import ended with ${JSON.stringify(step)}`)
  return step.sessionId
}

const linesOf = (file: Buffer): string[] => gunzipSync(file).toString('utf8').trimEnd().split('\n')
const packed = (lines: readonly string[]): Buffer => gzipSync(`${lines.join('\n')}\n`)

describe('out and in', () => {
  test('what is imported shows the same and is exported the same', async () => {
    const { sessionId } = await lived()
    const { id, origin, state, sizeBytes, ...before } = (await window.client.sessions.open({ sessionId }))
      .session
    const first = await exported(sessionId)
    const copy = await importedId(first)
    const second = await exported(copy)
    expect(linesOf(second)).toEqual(linesOf(first))
    expect(second.equals(first)).toBe(true)

    const opened = await window.client.sessions.open({ sessionId: copy })
    expect(opened.session).toMatchObject({ ...before, origin: 'imported', state: 'kept' })
    expect(opened.agents.map(({ discovery }) => discovery.found)).toEqual([true])
  })

  test('a run of checks goes along, with where each failure shows', async () => {
    const broken = await agent({ dialect: '1.0', quirks: [answersNothing] })
    await window.connect(broken.url)
    const { checks } = window.client
    const { sessionId } = await checks.start({ agentId: await window.idOf(broken.url) })
    const run = async (owner: string) => {
      let page = await checks.read({ sessionId: owner, after: 0, limit: 1_000 })
      const results = [...page.results]
      while (page.run?.state === 'running') {
        page = await checks.read({
          sessionId: owner,
          after: page.next,
          limit: 1_000,
          state: 'running',
          waitMs: 1_000,
        })
        results.push(...page.results)
      }
      return { run: page.run, results }
    }
    const whole = await run(sessionId)
    const copy = await run(await importedId(await exported(sessionId)))
    expect(copy.run).toEqual(whole.run)
    const report = ({ results }: typeof whole) =>
      results.map(({ testId, outcome, reason }) => ({ testId, outcome, reason }))
    expect(report(copy)).toEqual(report(whole))

    const failed = copy.results.find(({ failure }) => failure?.seq !== undefined)?.failure
    const entries = await window.entries(failed?.exchangeId ?? '')
    expect(entries.map(({ seq }) => seq)).toContain(failed?.seq)
  })

  test('a session that is not all there says so in its file, and where that is read', async () => {
    const { sessionId } = await lived()
    window.engine.record.editSession(sessionId, { facts: { partlyDeleted: true } })
    const copy = await importedId(await exported(sessionId))
    expect((await window.client.sessions.open({ sessionId: copy })).session.partlyDeleted).toBe(true)
    expect(await exported(copy)).toEqual(await exported(sessionId))
  })

  test('the console and the timeline read an imported session as they read a recorded one', async () => {
    const { sessionId, agentId } = await lived()
    const bytes = await exported(sessionId)
    const [one, two] = [await importedId(bytes), await importedId(bytes)]
    const look = async (owner: string) => {
      const { rows } = await window.client.console.exchanges({
        filter: '',
        sessionId: owner,
        offset: 0,
        limit: 50,
      })
      const stream = rows.find(({ operation }) => operation === 'stream')
      const taskId = stream?.taskId ?? ''
      const task = { taskId, agentId }
      const maxFoldMs = 10_000
      // On a busy machine the first reading may precede the rest.
      const { outline } = await vi.waitFor(async () => {
        const followedOutline = await window.client.timeline.outline({
          sessionId: owner,
          task,
          filter: {},
          version: 0,
          waitMs: 0,
        })
        expect(followedOutline.progress).toBe(1)
        return followedOutline
      }, maxFoldMs)
      return {
        rows: rows.map(({ label, words, state, taskState, frames, contextId, receivedBytes }) => ({
          label,
          words,
          state,
          taskState,
          frames,
          contextId,
          receivedBytes,
        })),
        segments: outline.segments.map(({ state }) => state),
        timeline: outline.rows,
      }
    }
    const recorded = await look(sessionId)
    expect(recorded.timeline).toBeGreaterThan(3)
    expect(await look(one)).toEqual(recorded)
    expect(await look(two)).toEqual(recorded)
  })

  test.each(['task', 'context'] as const)(
    'one %s goes out with its exchanges and the card',
    async (owner) => {
      const { sessionId } = await lived()
      const { rows } = await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
      const { taskId = '', contextId = '' } = rows.find(({ operation }) => operation === 'stream') ?? {}
      const selection: Selection = owner === 'task' ? { of: owner, taskId } : { of: owner, contextId }
      const copy = await importedId(await exported(sessionId, selection))
      const taken = await window.client.console.exchanges({
        filter: '',
        sessionId: copy,
        offset: 0,
        limit: 50,
      })
      expect(taken.rows.map(({ kind, operation }) => operation ?? kind)).toEqual(['card', 'stream'])
    },
  )

  test('what the user put on an exchange and bodies that lie apart go along', async () => {
    const { sessionId, agentId } = await lived()
    const { exchangeId } = await window.client.conversation.send({
      agentId,
      text: `hello ${'words '.repeat(3_000)}`,
      stream: false,
    })
    await window.client.console.annotate({ exchangeId, pinned: true, mark: 'red', note: 'look here' })
    const copy = await importedId(await exported(sessionId))
    const { rows } = await window.client.console.exchanges({
      filter: 'is:pinned',
      sessionId: copy,
      offset: 0,
      limit: 5,
    })
    expect(rows).toMatchObject([{ pinned: true, mark: 'red', note: 'look here' }])
    const page = await window.client.record.exchange({
      exchangeId: rows[0]?.id ?? '',
      sessionId: copy,
      after: 0,
      limit: 5,
    })
    const [request] = page.entries
    const hash = request?.kind === 'request' ? request.body?.hash : undefined
    await window.client.sessions.record({ action: 'new' })
    await window.client.sessions.remove({ sessionId })
    const body = await window.client.record.body({ hash: hash ?? '', offset: 0, length: 100_000 })
    expect(Buffer.from(body.base64, 'base64').toString('utf8')).toContain('words words')
  })

  test('an answer with thousands of headers goes out and comes in', async () => {
    const many = Array.from({ length: 5_000 }, () => ['a', ''] as const)
    const server = await openHttpServer(
      async () => reply(200, 'application/json', '{}', many),
      () => undefined,
    )
    await window.connect(server.url)
    await server.close()
    const { session } = await window.client.sessions.recording()
    expect(await imported(await exported(session?.id ?? ''))).toMatchObject({ kind: 'done' })
    const { exchanges } = await foldRecord(window.engine)
    expect(slice(exchanges).map(({ status }) => status)).toContain(200)
  })

  test('a secret learnt after it was recorded does not go out', async () => {
    const { sessionId, agentId } = await lived()
    const secret = 'planted-7f3a9c-secret'
    await window.client.conversation.send({ agentId, text: `inline ${secret}`, stream: false })
    await window.client.conversation.send({
      agentId,
      text: `${secret} ${'apart '.repeat(2_000)}`,
      stream: false,
    })
    expect(linesOf(await exported(sessionId)).join('\n')).toContain(secret)
    await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: secret }] })
    await window.client.conversation.send({ agentId, text: 'hello', stream: false })
    const out = await exported(sessionId)
    const text = linesOf(out).join('\n')
    expect(text).not.toContain(secret)
    const pieces = [...text.matchAll(/"piece":"([^"]+)"/g)].map(([, piece = '']) =>
      Buffer.from(piece, 'base64'),
    )
    expect(Buffer.concat(pieces).toString('latin1')).not.toContain(secret)
    expect((await exported(await importedId(out))).equals(out)).toBe(true)
  })
})

describe('asked for from outside', () => {
  async function opening(requested: Opening): Promise<WindowOpening> {
    const { signal } = new AbortController()
    window.engine.openings.add(requested)
    for await (const each of await window.client.host.openings(undefined, { signal })) return each
    throw new Error('nothing was asked')
  }

  test('a file named on the command line is imported from where it lies, and stays there', async () => {
    const { sessionId } = await lived()
    const path = join(window.dataDir, 'talk.parley')
    writeFileSync(path, await exported(sessionId))
    const requested = await opening({ kind: 'file', path })
    expect(requested).toEqual({ kind: 'file', uploadId: expect.any(String), name: 'talk.parley' })
    const uploadId = requested.kind === 'file' ? requested.uploadId : ''
    const step = await last(await window.client.sessionFiles.importing({ uploadId, damaged: 'refuse' }))
    expect(step).toMatchObject({ kind: 'done', name: 'Lisbon' })
    expect(existsSync(path)).toBe(true)
    await expect(window.client.sessionFiles.upload({ uploadId, base64: '' })).rejects.toThrow(
      'no longer here',
    )
  })

  test('a file that is not there is a sentence', async () => {
    const requested = await opening({ kind: 'file', path: '/nowhere/talk.parley' })
    const uploadId = requested.kind === 'file' ? requested.uploadId : ''
    const steps = window.client.sessionFiles.importing({ uploadId, damaged: 'refuse' })
    await expect(steps.then(last)).rejects.toThrow('/nowhere/talk.parley cannot be read.')
  })

  test('a session is found by its name, its id, or as the last; the one being recorded is not kept yet', async () => {
    const { sessionId } = await lived()
    const { find } = window.client.sessions
    await expect(find({ named: 'Lisbon' })).rejects.toThrow('No saved recording is called “Lisbon”.')
    await window.client.sessions.record({ action: 'new' })
    const sessionViews = await Promise.all(['Lisbon', sessionId, 'last'].map((named) => find({ named })))
    expect(sessionViews.map(({ id }) => id)).toEqual([sessionId, sessionId, sessionId])
  })
})

describe('a file from anybody', () => {
  const whole = async () => exported((await lived()).sessionId)

  test('cut off: said, not kept; what is whole only when asked', async () => {
    const file = await whole()
    const before = (await window.client.sessions.list({ limit: 50 })).sessions.length
    const cut = file.subarray(0, Math.floor(file.byteLength * 0.7))
    const step = await imported(cut)
    expect(step).toMatchObject({ kind: 'damaged', sentence: expect.stringMatching(/^The file is cut off/) })
    expect((await window.client.sessions.list({ limit: 50 })).sessions).toHaveLength(before)

    const copy = await importedId(cut, 'take-whole-part')
    const { session } = await window.client.sessions.open({ sessionId: copy })
    expect(session.entries).toBe(step.kind === 'damaged' ? step.entries : 0)
    expect(session.entries).toBeGreaterThan(0)
  })

  const changed = 'The file was changed after Parley wrote it'
  test.each([
    ['a word changed', (lines: string[]) => lines.map((line) => line.replace('chunk1', 'chunk2')), changed],
    ['an entry left out', (lines: string[]) => lines.toSpliced(4, 1), changed],
    ['lines after the end', (lines: string[]) => [...lines, lines[1] ?? ''], changed],
    [
      'headers that are none',
      (lines: string[]) => lines.map((line) => line.replace(/"headers":\[.*?\]\]/, '"headers":7')),
      'Line 3 is not what a recording holds.',
    ],
    ['no JSON', (lines: string[]) => lines.with(5, '{"x":'), 'Line 6 is not what a recording holds.'],
  ])('%s is seen', async (_name, change, sentence) => {
    const step = await imported(packed(change(linesOf(await whole()))))
    expect(step).toMatchObject({ kind: 'damaged', sentence: expect.stringContaining(sentence) })
  })

  test.each([
    ['text', Buffer.from('hello'), 'This is not a Parley recording.'],
    ['another gzip', packed(['{"hello":1}']), 'This is not a Parley recording.'],
    ['nothing', Buffer.alloc(0), 'This is not a Parley recording.'],
    [
      'a later format',
      packed(['{"parley":7,"new":true}']),
      'This recording is in format 7 of another Parley.',
    ],
    [
      'one line without end',
      gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a')),
      'it has a line longer than 8 MB.',
    ],
  ])('%s is refused with a sentence', async (_name, bytes, sentence) => {
    await expect(imported(bytes)).rejects.toThrow(sentence)
  })

  test('listening no longer stops it and leaves nothing behind', async () => {
    const file = await whole()
    const { uploadId } = await window.client.sessionFiles.beginUpload()
    await window.client.sessionFiles.upload({ uploadId, base64: file.toString('base64') })
    const stop = AbortSignal.abort()
    const steps = window.engine.sessions.files.importing({ uploadId, damaged: 'refuse' }, stop)
    await expect(last(steps)).rejects.toThrow()
    expect((await window.client.sessions.list({ limit: 50 })).sessions).toHaveLength(1)
  })
})
