import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { TestInfo } from '@playwright/test'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import type { App } from '../fixtures/app.ts'
import { type Delegating, openDelegating } from '../fixtures/delegating-session.ts'
import { runServe } from '../fixtures/serve-front.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { dialogs, regions, tabs } from '../pages/places.ts'
import { SequencePage } from '../pages/sequence-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

/** Opens a file with agents that delegated. */
async function delegated(app: App, dataDir: string, info: TestInfo, texts: readonly string[], name?: string) {
  const session = await openDelegating(name)
  for (const text of texts) await session.say(text)
  return shown(app, dataDir, info, session)
}

async function shown(app: App, dataDir: string, info: TestInfo, session: Delegating) {
  const path = info.outputPath('delegating.parley')
  await writeFile(path, await session.file())
  await session.close()
  expect(runServe(dataDir, [path]).status).toBe(0)
  await expect(regions.recordingShown(app.page)).toBeVisible()
  const sequence = new SequencePage(app.page)
  await sequence.open()
  return sequence
}

test('without a second agent it says what would be here; with one, calls appear as they are made', async ({
  app,
  agents,
}) => {
  const sequence = new SequencePage(app.page)
  const [one, other] = [await agents.made({ dialect: '1.0' }), await agents.made({ dialect: '1.0' })]
  await app.window.connect(one.url)
  await app.window.say('hi', 'Stream')
  await sequence.open()
  await expect(sequence.pane).toContainText('No calls between agents yet')
  await sequence.pane.getByRole('button', { name: 'Tap this agent' }).click()
  await expect(dialogs.taps(app.page)).toBeVisible()
  await app.page.keyboard.press('Escape')
  await app.window.connect(other.url)
  await app.window.say('fail', 'Stream')
  await app.window.show('console')
  await expect(sequence.row('SendStreamingMessage')).toHaveCount(2)
  await expect(sequence.row('failed')).toHaveCount(1)
  expect(await violations(app.page)).toEqual([])
  await sequence.view('Map')
  await expect(sequence.edges).toHaveCount(2)
  expect(await violations(app.page)).toEqual([])
  await sequence.view('Sequence')
  await sequence.row('failed').click()
  await expect(tabs.events(app.window.inspector)).toBeVisible()
  await expect(app.window.timeline).toContainText('failed')
})

test('a question that is passed up and its answer are one line; it is in the copies, too', async ({
  app,
  dataDir,
}, info) => {
  test.slow()
  const session = await openDelegating()
  await session.say('ask')
  const { client } = session.window
  const { rows } = await client.together.sequence({ open: [], offset: 0, limit: 1 })
  await session.say('two beds', { taskId: rows[0]?.taskId ?? '' })
  const sequence = await shown(app, dataDir, info, session)
  // High enough to draw all rows.
  await app.page.setViewportSize({ width: 1440, height: 1600 })
  await app.window.show('console')
  await expect(sequence.grid.getByTitle(/Step \d of 9 in a chain/)).toHaveCount(5)
  // The line passes every row from the first step to the last.
  const lines = await sequence.rows.evaluateAll((all) =>
    all.map((row) => row.querySelectorAll('.sequence-link').length),
  )
  const [first, last] = [lines.findIndex((count) => count > 0), lines.findLastIndex((count) => count > 0)]
  expect(lines.slice(first, last + 1)).not.toContain(0)
  await sequence.grid.getByTitle(/Step 2 of 9/).click()
  await app.page.keyboard.press('Enter')
  await expect(tabs.headers(app.window.inspector)).toBeVisible()
  expect(await sequence.copied('Mermaid')).toContain('chain 1, step 9 of 9')
  const { accent, svg } = {
    svg: await sequence.copied('SVG'),
    accent: await app.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent'),
    ),
  }
  expect(svg.split(`stroke="${accent.trim()}"`).length - 1).toBeGreaterThanOrEqual(
    4 + lines.filter(Boolean).length,
  )
})

test('it is copied as Mermaid and as SVG, whatever an agent is called', async ({ app, dataDir }, info) => {
  test.slow()
  const name = 'end;"]<b>\n--> %%{init}%% #35;'
  const sequence = await delegated(app, dataDir, info, ['hi'], name)
  await app.window.show('console')
  const mermaid = await sequence.copied('Mermaid')
  expect(mermaid.split('\n')[0]).toBe('sequenceDiagram')
  expect(mermaid).toContain('as Planner')
  expect(mermaid).not.toContain(';"]')
  expect(mermaid).not.toContain('%%{')
  const svg = await sequence.copied('SVG')
  expect(svg).not.toContain('<b>')
  const parsed = await app.page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null,
    svg,
  )
  expect(parsed).toBe(true)
  await sequence.view('Map')
  expect(await sequence.copied('Mermaid')).toMatch(/^flowchart LR\n/)
})

test('a shared page shows the same', async ({ app, dataDir, browser }, info) => {
  test.slow()
  const sequence = await delegated(app, dataDir, info, ['hi'])
  await app.window.show('console')
  await expect(sequence.row('completed').first()).toBeVisible()
  const rows = await sequence.rows.allInnerTexts()
  const file = await exportedPage(app.page, info, () => app.window.run('Export the recording'))
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const shared = await context.newPage()
  await shared.goto(pathToFileURL(file).href)
  const sequencePage = new SequencePage(shared)
  await sequencePage.open()
  await expect.poll(() => sequencePage.rows.allInnerTexts()).toEqual(rows)
  await context.close()
})
