// The receiver: off by default, reachable only as far as the user has read about, and explicit about problems.

import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { openServed } from '../fixtures/serve-front.ts'
import { grids } from '../pages/places.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test('it is off until asked for, and open to others only after its explanation', async ({ app }) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  await webhooks.open()
  await expect(webhooks.console.getByText('The webhook receiver is off')).toBeVisible()
  await webhooks.console.getByRole('button', { name: 'Receiver settings' }).click()
  const { dialog } = webhooks
  const turnOn = dialog.getByRole('button', { name: 'Turn the receiver on' })
  await dialog.getByLabel('Every address').check()
  await expect(dialog.getByText('What becomes reachable')).toBeVisible()
  await expect(turnOn).toBeDisabled()
  expect(await violations(app.page)).toEqual([])
  await dialog.getByLabel('This machine only').check()

  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as { port: number }
  await dialog.getByLabel('Port').fill(String(port))
  await turnOn.click()
  await expect(dialog.getByRole('alert')).toContainText(`Port ${port} is taken by another program.`)
  holder.close()
  await dialog.getByLabel('Port').fill('')
  await dialog.getByLabel('Public address').fill('tunnel.example')
  await turnOn.click()
  await expect(dialog.getByRole('alert')).toContainText('The public address must begin with http://')
  await dialog.getByLabel('Public address').fill('http://127.0.0.1:1/behind/a/proxy')
  await turnOn.click()
  await dialog.getByRole('button', { name: 'Test all' }).click()
  await expect(dialog.getByText('For agents on this machine. The call arrived.')).toBeVisible()
  await expect(dialog.getByText('http://127.0.0.1:1/behind/a/proxy')).toBeVisible()
  await expect(dialog.getByText('The public address you set')).toContainText('Nothing is listening there.')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const address = await webhooks.console.getByText('listening on 127.0.0.1:').textContent()
  const guess = (path: string) =>
    fetch(`http://${address?.replace('listening on ', '')}/hook/${path}`, { method: 'POST', body: '{}' })
  await guess('guessed')
  await webhooks.list('Unmatched')
  const noise = grids.noise(app.page)
  await expect(noise.getByRole('row').nth(1)).toContainText('POST /hook/guessed')
  await expect(noise.getByRole('row').nth(1)).toContainText('No configuration has this path.')
  // The list scrolls in its place, to the newest.
  for (let turn = 2; turn <= 60; turn += 1) await guess(`guess-${turn}`)
  await expect(noise.getByText('/hook/guess-60')).toBeInViewport()
  await webhooks.console.getByRole('button', { name: 'Clear' }).click()
  await expect(webhooks.console.getByText('No unmatched requests')).toBeVisible()
})

test('after a restart, open configurations are offered, not silently dead', async ({ app, agents }) => {
  test.slow()
  const agent = await agents.named('push-good')
  const before = new WebhooksPage(app.page)
  await before.waitingAt(agent.url)
  await app.restart()

  const webhooks = new WebhooksPage(app.page)
  await webhooks.open()
  const notice = webhooks.console.getByText(
    'One configuration with agents leads here, but the receiver is off',
  )
  await expect(notice).toBeVisible()
  await webhooks.list('Configurations')
  await expect(webhooks.configurations.getByRole('row').nth(1)).toContainText('unreachable')
  await webhooks.console.getByRole('button', { name: 'Turn on', exact: true }).first().click()
  await expect(notice).toHaveCount(0)
  await app.window.show('chat')
  await app.window.agents.getByText('push-good').first().click()
  await webhooks.answer()
  await webhooks.list('Calls')
  await expect(webhooks.call(2)).toContainText('verified')
})

test('a machine that slept says that calls may have been missed, until that was read', async ({
  context,
  dataDir,
}) => {
  const mark = join(dataDir, 'slept')
  const clock = new URL('../fixtures/clock-set-forward.ts', import.meta.url)
  clock.searchParams.set('mark', mark)
  const parley = await openServed(dataDir, { nodeArgs: ['--import', clock.href] })
  const page = await context.newPage()
  await page.goto(parley.address)
  const webhooks = new WebhooksPage(page)
  await webhooks.turnOn()
  await writeFile(mark, '')
  const notice = webhooks.console.getByRole('status').filter({ hasText: /^This computer slept from \d\d:/ })
  await expect(notice).toContainText('calls sent meanwhile did not arrive, and few agents send them again.')
  await notice.getByRole('button', { name: 'I have read this' }).click()
  await expect(notice).toHaveCount(0)
  await parley.close()
})
