import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'

test('the note in the data folder names what lies there, also where an older Parley left its own', async () => {
  let window = await openWindow()
  const note = join(window.dataDir, 'ABOUT THIS FOLDER.txt')
  const { address } = await window.client.demo.start()
  await window.connect(address)
  const agentId = await window.idOf(address)
  await window.engine.chat.noteContext({ agentId, contextId: 'c', name: 'Lisbon', forgotten: false })
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'a-token' }] })
  writeFileSync(note, 'what an older one said')
  window = await window.reopen()
  const reported = readFileSync(note, 'utf8')
  const there = readdirSync(window.dataDir).map((name) => name.replace(/-(wal|shm)$/, ''))
  expect(there).toEqual(expect.arrayContaining(['record.sqlite', 'cards', 'chat.json']))
  expect(there.filter((name) => !reported.includes(name))).toEqual(['ABOUT THIS FOLDER.txt'])
  await window.close()
})
