import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { openLogFile } from '../diagnostics/logger.ts'
import { type DataFolder, ownDataFolder } from './data-folder.ts'

let root: string
let dataDir: string
const toRelease: DataFolder[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-folder-'))
  dataDir = join(root, 'data')
})
afterEach(() => {
  for (const folder of toRelease.splice(0)) folder.release()
  chmodSync(root, 0o700)
  rmSync(root, { recursive: true, force: true })
})

function own(waitMs?: number): DataFolder | undefined {
  const folder = ownDataFolder(dataDir, waitMs)
  if (folder) toRelease.push(folder)
  return folder
}

/** A process that owns the data directory until it is stopped. */
async function owner(): Promise<ChildProcess> {
  const module = fileURLToPath(new URL('./data-folder.ts', import.meta.url))
  const script = `const { ownDataFolder } = await import(${JSON.stringify(module)})
    const folder = ownDataFolder(process.argv[1])
    console.log(folder ? 'owned' : 'taken')
    process.stdin.on('end', () => folder.release()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  expect(String((await once(child.stdout, 'data'))[0])).toBe('owned\n')
  return child
}

describe('one process owns a data directory', () => {
  test('until it ends, by a kill as well; and the next one does at once', async () => {
    const first = await owner()
    expect(own()).toBeUndefined()
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(own()?.path).toBe(dataDir)
    expect(ownDataFolder(dataDir)).toBeUndefined()
  })

  test('who waits gets it as soon as it is released', async () => {
    const first = await owner()
    await new Promise<void>((ended) => first.stdin?.end(ended))
    expect(own(10_000)).toBeDefined()
    await once(first, 'exit')
  })

  // Windows can't delete an open file.
  test.skipIf(process.platform === 'win32')('also where its lock is deleted beneath it', async () => {
    const window = await openWindow({ dataDir })
    rmSync(join(dataDir, 'owner.lock'))
    expect(own()).toBeUndefined()
    expect(own()).toBeUndefined()
    await window.engine.close()
    expect(own()).toBeDefined()
  })

  test.each([
    ['something else lies', () => writeFileSync(join(dataDir, 'owner.lock'), 'x'.repeat(5_000)), false],
    ['a folder lies', () => mkdirSync(join(dataDir, 'owner.lock')), true],
  ])('where %s in the place of the lock, Parley starts', (_what, put, unlocked) => {
    mkdirSync(dataDir)
    put()
    expect(own()).toBeDefined()
    expect(own() !== undefined).toBe(unlocked)
  })
})

describe.skipIf(process.platform === 'win32')('what lies there is its user’s alone', () => {
  const openFiles = (folder: string): readonly string[] =>
    [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
      .map((path) => `${path.slice(root.length)} ${(statSync(path).mode & 0o777).toString(8)}`)
      .filter((line) => !/ (600|700)$/.test(line))

  test('while an engine works: the record and its journals, cards, drafts, exports, logs, other sessions', async () => {
    const before = process.umask(0)
    try {
      const window = await openWindow({ dataDir })
      const { client, engine } = window
      openLogFile({ dataDir, echo: () => undefined }).write('a line')
      const { address } = await client.demo.start()
      await window.connect(address)
      const agentId = await window.idOf(address)
      await client.conversation.send({ agentId, text: 'hello', stream: true })
      const sessionId = (await client.sessions.recording()).session?.id ?? ''
      for (const format of ['parley', 'ndjson', 'har'] as const) {
        const request = { sessionId, selection: { of: 'session' }, format } as const
        for await (const step of await client.sessionFiles.exporting(request)) expect(step.kind).toBeDefined()
      }
      await client.replays.open({ sessionId })
      engine.record.flush()
      expect(readdirSync(dataDir)).toEqual(
        expect.arrayContaining([
          'record.sqlite',
          'record.sqlite-wal',
          'logs',
          'cards',
          'transfers',
          'replays',
          'owner.lock',
        ]),
      )
      expect(openFiles(dataDir)).toEqual([])
      await engine.close()
    } finally {
      process.umask(before)
    }
  })

  test('what an older Parley left open is closed at the start, whatever its form', () => {
    for (const folder of ['', 'logs', 'cards', 'imported', 'replays/1'])
      mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o755 })
    const names = [
      'record.sqlite',
      'record.sqlite-wal',
      'record.sqlite.damaged-1',
      'agents.json',
      'window.json',
    ]
    const within = [
      'imported/record.sqlite-shm',
      'logs/parley.1.log',
      'cards/x.pasted.json',
      'replays/1/record.sqlite',
    ]
    for (const name of [...names, ...within]) writeFileSync(join(dataDir, name), '', { mode: 0o644 })
    chmodSync(dataDir, 0o755)
    expect(openFiles(dataDir).length).toBeGreaterThan(10)
    expect(own()?.openToOthers).toEqual([])
    expect(openFiles(dataDir)).toEqual([])
  })

  test('files of others stay as they are: beside ours, and behind a link', () => {
    mkdirSync(dataDir)
    const others = [join(dataDir, 'build.sh'), join(root, 'elsewhere')]
    for (const path of others) writeFileSync(path, '', { mode: 0o755 })
    symlinkSync(join(root, 'elsewhere'), join(dataDir, 'agents.json'))
    own()
    expect(others.map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o755])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  test('a folder for everyone stays one, and it is said', () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o1777)
    expect(own()?.openToOthers).toEqual([dataDir])
    expect(statSync(dataDir).mode & 0o7777).toBe(0o1777)
  })
})

describe('a file that cannot be read', () => {
  const agentsIn = () => join(dataDir, 'agents.json')
  const cases: readonly (readonly [string, () => void, string])[] = [
    ['a folder', () => mkdirSync(join(agentsIn(), 'within'), { recursive: true }), 'it’s a folder'],
    ['rubbish', () => writeFileSync(agentsIn(), '{"agents":'), 'it doesn’t have the expected format'],
    ['another program’s', () => writeFileSync(agentsIn(), '[]'), 'it doesn’t have the expected format'],
  ]

  test.each(cases)('%s: it is set aside and told, and Parley starts', async (_what, put, why) => {
    mkdirSync(dataDir)
    put()
    const window = await openWindow({ dataDir })
    const agent = await window.client.agents.add({ address: 'http://127.0.0.1:1' })
    expect(await window.client.agents.list()).toEqual([agent])
    const { notice } = await window.client.console.counts({})
    const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('agents.json.unreadable-'))
    expect(notice).toBe(
      `Couldn’t read ${agentsIn()}: ${why}. It was kept as ${aside}, and Parley started without it.`,
    )
    expect(readFileSync(agentsIn(), 'utf8')).toContain('127.0.0.1:1')
    if (why === 'it’s a folder') expect(readdirSync(join(dataDir, aside))).toEqual(['within'])
    await window.engine.close()
  })

  test.skipIf(process.getuid?.() === 0)('one without permission is kept as it was', async () => {
    mkdirSync(dataDir)
    writeFileSync(agentsIn(), 'precious', { mode: 0o000 })
    const window = await openWindow({ dataDir })
    await window.client.agents.add({ address: 'http://127.0.0.1:1' })
    expect((await window.client.console.counts({})).notice).toContain('permission denied')
    const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('agents.json.unreadable-'))
    chmodSync(join(dataDir, aside), 0o600)
    expect(readFileSync(join(dataDir, aside), 'utf8')).toBe('precious')
    await window.engine.close()
  })

  test('a card that cannot be read is set aside as well, and read anew', async () => {
    const window = await openWindow({ dataDir })
    const { url: address } = await untilTestEnds(namedAgent('v1.0').start())
    await window.connect(address)
    const [name = ''] = readdirSync(join(dataDir, 'cards'))
    const path = join(dataDir, 'cards', name)
    rmSync(path)
    mkdirSync(path)
    expect((await window.connect(address)).found).toBe(true)
    expect((await window.client.console.counts({})).notice).toContain(`Couldn’t read ${path}: it’s a folder.`)
    expect(statSync(path).isFile()).toBe(true)
    await window.engine.close()
  })
})
