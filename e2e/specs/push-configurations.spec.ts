// Push configurations at the agent, and deliberate responses of the receiver.

import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { regions } from '../pages/places.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test('a configuration is set, read back, listed, deleted and forgotten', async ({ app, agents }) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  const agent = await agents.named('push-good')
  await webhooks.waitingAt(agent.url)
  const { configuration } = webhooks
  await expect(configuration).toContainText('The agent stored it as given.')
  await expect(webhooks.configurations.getByRole('row').nth(1)).toContainText('confirmed')

  await configuration.getByRole('button', { name: 'Read back' }).click()
  await expect(configuration).toContainText('The agent stored it as given.')
  const listed = regions.configurationsAtAgent(webhooks.console)
  await listed.getByRole('button', { name: 'Ask the agent' }).click()
  await expect(listed.getByRole('listitem')).toHaveCount(1)
  await expect(listed).toContainText('ours')

  await configuration.getByRole('button', { name: 'Delete at the agent' }).click()
  await expect(configuration).toContainText('The agent deleted it.')
  await listed.getByRole('button', { name: 'Ask the agent' }).click()
  await expect(listed).toContainText('It lists none.')
  await configuration.getByRole('button', { name: 'Forget' }).click()
  await expect(webhooks.console.getByText('No push configurations')).toBeVisible()
})

test('refused on purpose, the agent tries again: its waits are drawn', async ({ app, agents }) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  const agent = await agents.named('push-retries')
  await webhooks.waitingAt(agent.url)
  const answers = regions.customResponses(webhooks.console)
  await answers.getByLabel('Respond with').selectOption('status')
  await answers.getByLabel('Status').fill('200')
  await answers.getByLabel('For the next').fill('3')
  await answers.getByRole('button', { name: 'Apply' }).click()
  await expect(answers.getByRole('alert')).toContainText('An error is a status from 400 to 599.')
  await answers.getByLabel('Status').fill('503')
  await answers.getByRole('button', { name: 'Apply' }).click()
  await expect(answers).toContainText('now 503 ×3')

  await webhooks.answer()
  await webhooks.list('Calls')
  await expect(webhooks.calls.getByRole('row')).toHaveCount(7)
  await webhooks.call(3).click()
  const tries = regions.attempts(webhooks.inspector)
  await expect(tries).toContainText('4 tries')
  await expect(tries.getByRole('button')).toHaveText([/503/, /503/, /503/, /200/])
  await expect(regions.timing(webhooks.inspector)).toContainText(
    'Attempt 4: the previous one wasn’t accepted.',
  )
  expect(await violations(app.page)).toEqual([])
  await tries.getByRole('button', { name: 'Try 1: 503 refused' }).click()
  await expect(webhooks.call(0)).toHaveAttribute('aria-selected', 'true')
  await expect(regions.response(webhooks.inspector)).toContainText('Parley answered 503, as set.')
})

test('two configurations of one task are called each, and answered as each was told to', {
  tag: '@full',
}, async ({ app, agents }) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  const agent = await agents.named('push-good')
  await webhooks.waitingAt(agent.url)
  await webhooks.set()
  await expect(webhooks.configurations.getByRole('row')).toHaveCount(3)
  const url = await webhooks.address()
  const call = () =>
    fetch(url, { method: 'POST', body: '{}', redirect: 'manual' }).then(
      ({ status }) => status,
      () => 'nothing',
    )
  const answers = regions.customResponses(webhooks.console)
  const report = async (answer: string, number?: string) => {
    await answers.getByLabel('Respond with').selectOption(answer)
    if (number !== undefined) await answers.getByLabel('Milliseconds').fill(number)
    await answers.getByRole('button', { name: 'Apply' }).click()
  }
  await report('drop')
  await expect(answers).toContainText('now drops')
  expect(await call()).toBe('nothing')
  await report('redirect')
  await expect(answers).toContainText('now 307')
  expect(await call()).toBe(307)
  await report('delay', '700')
  await expect(answers).toContainText('now after 700 ms')
  const before = performance.now()
  expect(await call()).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(690)
  await report('ok')
  expect(await (await fetch(`${url}?validationToken=prove-it`)).text()).toBe('prove-it')

  await webhooks.answer()
  await webhooks.list('Calls')
  await expect(webhooks.calls.getByRole('row')).toHaveCount(11)
  await webhooks.call(0).click()
  await expect(regions.response(webhooks.inspector)).toContainText('Parley dropped the connection')
  await webhooks.call(3).click()
  await expect(webhooks.call(3)).toContainText('GET validationToken')
  await expect(regions.response(webhooks.inspector)).toContainText('It asked for its validationToken back.')
  await webhooks.list('Configurations')
  const rows = webhooks.configurations.getByRole('row')
  await expect(rows.filter({ hasText: 'confirmed' })).toHaveCount(2)
})

test('when nothing arrives, the reasons are listed, each with how it was checked', async ({
  app,
  agents,
}) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  const agent = await agents.named('push-good')
  await webhooks.waitingAt(agent.url)
  await app.window.show('chat')
  const why = app.window.conversation.getByRole('button', { name: 'Why no webhook arrived' })
  await expect(app.window.conversation).toContainText('need')
  await expect(why).toHaveCount(0)
  // Ten seconds of silence.
  await app.page.clock.install()
  await app.page.clock.fastForward(10_000)
  await why.click()
  const silence = regions.nothingArrived(webhooks.console)
  const reasons = silence.getByRole('listitem')
  await expect(reasons.first()).toContainText('refuse to call loopback and private addresses')
  await expect(reasons.first()).toContainText('refuses an address only with a push_url_validator')
  await expect(reasons.first()).toContainText('How it was checked: 127.0.0.1 is such an address.')
  await expect(reasons.filter({ hasText: 'The task is input-required' })).toHaveCount(1)
  await app.page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(app.page)).toEqual([])

  await webhooks.console.getByRole('button', { name: 'Turn off' }).click()
  await silence.getByRole('button', { name: 'Check again' }).click()
  await expect(reasons.first()).toContainText('certain')
  await expect(reasons.first()).toContainText('The receiver is off')
})
