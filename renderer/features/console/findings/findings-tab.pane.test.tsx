import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { ConsolePane } from '../index.ts'

const console = page.getByRole('region', { name: 'Console' })
const exchange = page
  .getByRole('grid', { name: 'Exchanges' })
  .getByRole('row')
  .filter({ hasText: 'SendStreamingMessage' })

test('what an agent does wrong is listed, and leads to the exchange it stands in', async () => {
  const recording = await commands.recordCalls({
    agent: 'append-to-unknown',
    messages: [{ text: 'hi', stream: true }],
  })
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    recording,
  )
  await expect.element(exchange).toMatchTextContent('▲')
  await console.getByRole('tab', { name: 'Problems' }).click()
  const finding = page
    .getByRole('grid', { name: 'Problems' })
    .getByRole('row')
    .filter({ hasText: 'PARLEY-SEQ-005' })
    .first()
  await expect.element(finding).toMatchTextContent('warning')
  await finding.click()
  await page.getByRole('grid', { name: 'Places' }).getByRole('row').nth(1).click()
  await console.getByRole('tab', { name: 'Requests' }).click()
  await expect.element(exchange).toHaveAttribute('aria-selected', 'true')
})

test('the findings of an exchange cost no more than a screenful, and it says how many are left out', async () => {
  const steps = Array.from({ length: 300 }, (_, index) => ({ step: 'json', json: { index } }) as const)
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ steps, messages: [{ text: 'hi', stream: true }] }),
  )
  await exchange.click()
  await page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name: 'Problems' }).click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect.element(inspector).toMatchTextContent('Findings of the first 200 of 300 places.')
  const list = inspector.getByRole('list', { name: 'Problems of this request' })
  await expect.element(list).toMatchTextContent('frame 1')
  expect(list.getByRole('listitem').elements().length).toBeLessThan(40)
})
