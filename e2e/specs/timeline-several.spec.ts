import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures/agents.ts'
import { TimelinePage } from '../pages/timeline-page.ts'

test('tasks of one context stand on one clock, and one is chosen there', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({ dialect: '1.0' })
  await app.window.connect(agent.url)
  await app.window.say('hi', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await app.window.say('fail', 'Stream')
  await expect(timeline.row('failed')).toBeVisible()
  await expect(timeline.lanes()).toHaveCount(2)
  await timeline.lanes().first().getByRole('button', { pressed: false }).first().click()
  await expect(timeline.row('Result')).toBeVisible()
  await expect(timeline.row('failed')).toHaveCount(0)
})

test('a timeline is copied as text and saved as a drawing', async ({ app, agents, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({ dialect: '1.0' })
  await app.window.connect(agent.url)
  await app.window.say('hi', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await app.window.run('Copy or save the timeline')
  await timeline.dialog.getByRole('button', { name: 'Copy as text' }).click()
  await expect(timeline.dialog.getByRole('status')).toHaveText('Copied.')
  const text = await app.page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/Time to the first event: [\s\S]*stream working \| working/)

  for (const [name, begins] of [
    ['SVG', '<svg xmlns='],
    ['PNG', 'PNG'],
  ] as const) {
    const saving = app.page.waitForEvent('download')
    await timeline.dialog.getByRole('button', { name: `Save as ${name}` }).click()
    const saved = await readFile(await (await saving).path())
    expect(saved.toString('latin1')).toContain(begins)
  }
})
