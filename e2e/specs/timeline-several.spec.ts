import { readFile } from 'node:fs/promises'
import { announce, become } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { TimelinePage } from '../pages/timeline-page.ts'

test('a message that started no task leaves no other task’s timeline standing, and the task is there once it is chosen', async ({
  app,
  agents,
}) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({
    dialect: '1.0',
    *script({ text }) {
      if (text === 'fail')
        yield { step: 'fault', error: { fault: 'internal', message: 'the model broke off' } }
      yield announce()
      yield become('completed')
    },
  })
  await app.window.connect(agent.url)
  await app.window.say('hi', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await app.window.say('fail', 'Send')
  await expect(app.window.inspector).toContainText('the model broke off')
  await expect(timeline.row('completed')).toHaveCount(0)

  await app.window.conversation
    .getByRole('article', { name: 'Task completed' })
    .getByRole('button', { name: /^task/ })
    .click()
  await expect(timeline.row('completed')).toBeVisible()
  await app.window.say('hi again', 'Stream')
  await expect(app.window.conversation.getByRole('article', { name: 'Task completed' })).toHaveCount(2)
  await expect(timeline.row('completed')).toBeVisible()
})

test('three tasks at work at once are three lanes of one clock, each begun later than the one above', async ({
  app,
  agents,
}) => {
  const timeline = new TimelinePage(app.page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const agent = await agents.made({
    dialect: '1.0',
    async *script({ text }) {
      yield announce()
      yield become('working', text)
      await released
      yield become(text === 'second' ? 'failed' : 'completed')
    },
  })
  await app.window.connect(agent.url)
  for (const [index, text] of ['first', 'second', 'third'].entries()) {
    await app.window.say(text, 'Stream')
    await expect(app.window.conversation.getByRole('article', { name: 'Task working' })).toHaveCount(
      index + 1,
    )
  }
  await expect(timeline.lanes()).toHaveCount(3)
  const drawn = () =>
    timeline.state(/^working, from/).evaluateAll((blocks) => {
      const [first, second, third] = blocks.map((block) => block.getBoundingClientRect())
      if (!first || !second || !third) return 'not three'
      const ends = [first, second, third].map(({ right }) => right)
      return {
        begunInTurn: first.left < second.left && second.left < third.left,
        reachNow: Math.max(...ends) - Math.min(...ends) < 1,
      }
    })
  await expect.poll(drawn).toEqual({ begunInTurn: true, reachNow: true })

  release()
  const current = timeline.lanes().locator('[aria-current=step]')
  for (const [index, state] of ['completed', 'failed', 'completed'].entries())
    await expect(current.nth(index)).toHaveAccessibleName(new RegExp(`^${state}, from`))
  await timeline.expectNothingWider()
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
