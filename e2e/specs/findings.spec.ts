import { openRecord } from '#engine/store/record.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { agent } from '../agents/agent.ts'
import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { expect, test } from '../fixtures/app.ts'
import { ConsolePage } from '../pages/console-page.ts'

test('what an agent does wrong is listed, and leads to the exchange it stands in', async ({ app }) => {
  const agent = await namedAgent('append-to-unknown').start()
  try {
    const { window, page } = app
    await window.connect(agent.url)
    await expect(window.card.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await window.say('hi', 'Stream')
    await expect(window.exchange('SendStreamingMessage')).toContainText('▲')

    await window.console.getByRole('tab', { name: 'Findings' }).click()
    const finding = page
      .getByRole('grid', { name: 'Findings' })
      .getByRole('row')
      .filter({ hasText: 'PARLEY-SEQ-005' })
    await expect(finding.first()).toContainText('warning')
    await finding.first().click()
    await window.console.getByRole('tab', { name: 'Wire' }).click()
    await expect(window.exchange('SendStreamingMessage')).toHaveAttribute('aria-selected', 'true')
  } finally {
    await agent.close()
  }
})

test('the findings of an exchange cost no more than a screenful, and it says how many are left out', async ({
  app,
}) => {
  const wrong = await agent({
    dialect: '1.0',
    script: () => Array.from({ length: 300 }, (_, index) => ({ step: 'json', json: { index } })),
  })
  try {
    const { window } = app
    const wire = new ConsolePage(app.page)
    await window.connect(wrong.url)
    await wire.answered('hi', 'Stream')
    await window.exchange('SendStreamingMessage').click()
    await wire.tabs.getByRole('tab', { name: 'Findings' }).click()
    await expect(window.console).toContainText('Findings of the first 200 of 300 places.')
    const list = window.console.getByRole('list', { name: 'Findings of this exchange' })
    await expect(list).toContainText('frame 1')
    expect(await list.getByRole('listitem').count()).toBeLessThan(40)
  } finally {
    await wrong.close()
  }
})

const onLongRecord = test.extend({
  async dataDir({ dataDir }, use) {
    fillRecord(dataDir)
    await use(dataDir)
  },
})

onLongRecord('what was wrong before all that a window reads is listed and counted', async ({ app }) => {
  const { window, page } = app
  const tabs = window.console.getByRole('tablist', { name: 'Console' }).getByRole('tab')
  await expect(tabs).toHaveText(['Wire152', 'Webhooks', 'Findings152', 'Checks'])
  await tabs.filter({ hasText: 'Findings' }).click()
  const findings = page.getByRole('grid', { name: 'Findings' })
  await expect(findings.getByRole('row').last()).toContainText('The last one.')
  await findings.focus()
  await page.keyboard.press('Home')
  await expect(findings.getByRole('row', { selected: true })).toContainText('The first one.')
  await tabs.filter({ hasText: 'Wire' }).click()
  await expect(window.exchange('/first')).toHaveAttribute('aria-selected', 'true')
})

/** Exchanges with something wrong, then a stream that is longer than what a window begins with. */
function fillRecord(dataDir: string): void {
  const record = openRecord({ dataDir })
  const { sessionId } = record.createSession('long')
  const wrong = (message: string): { readonly findings: readonly Finding[] } => ({
    findings: [
      {
        ...{ rule: 'R-1', severity: 'warning', pointer: '', message, hint: 'Mend it.' },
        spec: { version: '1.0', section: '3.1' },
      },
    ],
  })
  const ask = (exchangeId: string, more: object) =>
    record.append({
      ...{
        sessionId,
        exchangeId,
        at: 1,
        monoMs: 1,
        kind: 'request',
        method: 'POST',
        url: `http://a/${exchangeId}`,
      },
      ...{ headers: [], call: { purpose: 'operation', label: 'Send' }, ...more },
    })
  ask('first', wrong('The first one.'))
  for (let index = 0; index < 150; index++) ask(`more-${index}`, wrong('One of many.'))
  ask('long', {})
  for (let index = 0; index < 25_000; index++) {
    const text = `data: ${index}\n\n`
    record.append({
      ...{ sessionId, exchangeId: 'long', at: 2, monoMs: 2, kind: 'frame', index, framing: 'sse' },
      raw: { sizeBytes: text.length, text },
    })
  }
  const at = { sessionId, exchangeId: 'long', at: 3, monoMs: 3 }
  record.append({
    ...at,
    kind: 'end',
    reason: 'closed-by-agent',
    receivedBytes: 0,
    ...wrong('The last one.'),
  })
  record.close()
}
