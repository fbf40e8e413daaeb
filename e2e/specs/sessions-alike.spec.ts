import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/agents.ts'
import { isFullRun } from '../full-run.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { PanesRead } from '../pages/panes-read.ts'
import { regions } from '../pages/places.ts'

// High enough to draw everything; at this width the panes of window and page have the same columns.
const viewport = { width: 1440, height: 2400 }
test.use({ viewport })

/** Tasks of each agent: number of rows, and of rows with a word. */
const tasks = {
  'Kit agent': [
    { rows: 6, word: 'completed', found: 1 },
    { rows: 5, word: 'broke', found: 1 },
  ],
  'append-to-unknown': [{ rows: 6, word: 'orphan', found: 1 }],
} as const

/** Of all five exchanges. */
const filters = [
  ['kind:stream', 3],
  ['finding:parley-seq', 1],
  ['method:Send -orphan', 2],
  ['', 5],
] as const
const moreFilters = [
  ['-kind:card', 3],
  ['agent:kit', 3],
  ['finding:warning', 1],
  ['frames>5', 1],
  ['chunk1', 1],
] as const

test('a session says the same live, kept, replayed to its end, and as a page', async ({
  app,
  agents: made,
  browser,
}, info) => {
  test.slow()
  const { page, window } = app
  const panes = new PanesRead(page)
  const print = async (text: string) => {
    const tasks = (await panes.taskIds()).length
    await window.say(text, 'Stream')
    await expect.poll(async () => (await panes.taskIds()).length).toBe(tasks + 1)
    await expect(window.conversation.getByRole('article').last()).toHaveAccessibleName(
      /Task (completed|failed)/,
    )
  }
  await window.connect((await made.made({ dialect: '1.0' })).url)
  await panes.agent('Kit agent').waitFor()
  await print('many 5')
  await print('fail')
  await window.connect((await made.named('append-to-unknown')).url)
  await panes.agent('append-to-unknown').waitFor()
  await expect(window.conversation).toHaveCount(0)
  await window.say('hi', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await window.show('console')
  await expect(window.exchanges.getByRole('row').filter({ hasText: 'open' })).toHaveCount(0)
  const live = await read(panes)
  expect(live.agents.flatMap(({ tasks }) => tasks)).toHaveLength(3)

  await window.show('chat')
  await window.run('New recording')
  await (await window.showRecordings())
    .getByRole('button', { name: /Kit agent.*task/ })
    .last()
    .click()
  await expect(regions.recordingShown(page)).toBeVisible()
  await same(page, live)

  await page.getByRole('button', { name: 'Replay' }).click()
  const bar = regions.replay(page)
  await bar.getByRole('slider', { name: 'Place in the recording' }).press('End')
  // The replay shows the agent of its last prompt.
  await window.show('chat')
  await expect(panes.agent('append-to-unknown')).toHaveAttribute('aria-current', 'true')
  await same(page, live)
  await bar.getByRole('button', { name: 'End the replay' }).click()

  const file = await exportedPage(page, info, () => page.getByRole('button', { name: 'Export…' }).click())
  const context = await browser.newContext({ offline: true, viewport })
  const shared = await context.newPage()
  await shared.goto(pathToFileURL(file).href)
  await same(shared, live)
  await context.close()
})

type Said = Awaited<ReturnType<typeof read>>

async function read(panes: PanesRead) {
  const agents = []
  for (const [name, ofTasks] of Object.entries(tasks)) {
    await panes.choose(name)
    await expect.poll(() => panes.taskIds()).toHaveLength(ofTasks.length)
    const chat = await panes.chat()
    const texts = []
    for (const [index, { rows, word, found }] of ofTasks.entries()) {
      await panes.showTask((await panes.taskIds())[index] ?? '')
      texts.push({
        events: await panes.events('', rows),
        found: await panes.events(word, found),
        lanes: await panes.lanes(),
        figures: await panes.figures(),
      })
    }
    agents.push({ name, chat, tasks: texts })
  }
  const exchanges = []
  for (const [filter, count] of [...filters, ...(isFullRun ? moreFilters : [])])
    exchanges.push({ filter, rows: await panes.exchanges(filter, count) })
  return { agents, exchanges, findings: await panes.findings(5) }
}

async function same(page: Page, live: Said): Promise<void> {
  expect(await read(new PanesRead(page))).toEqual(live)
}
