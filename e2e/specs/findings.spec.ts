import { openRecord } from '#engine/store/record.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { expect, test } from '../fixtures/agents.ts'
import { grids, regions, tabLists, tabs } from '../pages/places.ts'

const onLongRecord = test.extend({
  async dataDir({ dataDir }, use) {
    fillRecord(dataDir)
    await use(dataDir)
  },
  async app({ app }, use) {
    await app.window.show('console')
    await app.window.console
      .getByRole('combobox', { name: 'Recordings shown' })
      .selectOption('All recordings')
    await use(app)
  },
})

onLongRecord('what was wrong before all that a window reads is listed and counted', async ({ app }) => {
  const { window, page } = app
  const tabs = tabLists.console(window.console).getByRole('tab')
  await window.show('console')
  await expect(tabs).toHaveText(['Requests752', 'Webhooks', 'Sequence', 'Problems752'])
  await tabs.filter({ hasText: 'Problems' }).click()
  const findings = grids.findings(page)
  await findings.getByRole('row').filter({ hasText: 'R-1' }).click()
  const problem = regions.problem(page)
  await expect(problem).toContainText('The first one.')
  await grids.occurrences(page).focus()
  await page.keyboard.press('End')
  await expect(problem).toContainText('The last one.')
  await page.keyboard.press('Home')
  await expect(problem).toContainText('The first one.')
  await tabs.filter({ hasText: 'Requests' }).click()
  await expect(window.exchange('/first')).toHaveAttribute('aria-selected', 'true')
})

onLongRecord(
  'six hundred of the same are one row, which can be looked for and opens to its occurrences',
  async ({ app }) => {
    const { window, page } = app
    await window.show('console')
    await tabs.findings(window.console).click()
    const rows = grids.findings(page).getByRole('row')
    const rules = async () => (await rows.allTextContents()).slice(1)
    const [grave, mild] = [expect.stringMatching(/R-2.*600$/), expect.stringMatching(/R-1.*152$/)]
    await expect.poll(rules).toEqual([grave, mild])
    await grids.findings(page).focus()
    await page.keyboard.press('Home')
    const problem = regions.problem(page)
    await expect(problem).toContainText('Occurrences600')
    await expect(problem).toContainText('The same again.')

    await window.console.getByRole('button', { name: 'Warnings', exact: true }).click()
    await expect.poll(rules).toEqual([mild])
    await expect(window.console).toContainText('152 problems')
    await expect(problem).toContainText('No occurrences')
    await window.console.getByRole('button', { name: 'Warnings', exact: true }).click()
    await window.console.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'removed agent' })
    await expect.poll(rules).toEqual([grave])
    await window.console.getByRole('searchbox', { name: 'Find a rule' }).fill('r-1')
    await window.console.getByRole('button', { name: 'Clear the filter' }).click()
    await expect.poll(rules).toHaveLength(2)
    await window.console.getByRole('combobox', { name: 'Recording', exact: true }).selectOption({ index: 1 })
    await expect(window.console).toContainText('752 problems')
  },
)

onLongRecord(
  'a rule that is muted for an agent leaves list, tab, badges and sessions, stays so, and comes back',
  async ({ app }) => {
    const { window, page } = app
    const tabs = tabLists.console(window.console).getByRole('tab')
    const rows = grids.findings(page).getByRole('row')
    const sessions = regions.sessions(page)
    const agree = async (position: number, badges: number) => {
      await expect(tabs).toHaveText(['Requests752', 'Webhooks', 'Sequence', `Problems${position}`])
      await window.show('chat')
      await window.showRecordings()
      await expect(sessions).toContainText(`${position} problems`)
      await window.show('console')
      await tabs.filter({ hasText: 'Requests' }).click()
      await window.exchanges.focus()
      await page.keyboard.press('Home')
      await expect(window.exchange('/first')).toContainText('▲')
      await page.keyboard.press('End')
      await expect(window.exchange('/same-599')).toBeVisible()
      await expect(window.exchange('/same-599').getByText('▲')).toHaveCount(badges)
      await tabs.filter({ hasText: 'Problems' }).click()
    }

    await agree(752, 1)
    await window.show('console')
    await rows.filter({ hasText: 'R-2' }).click()
    await rows.filter({ hasText: 'R-1' }).click()
    await expect(regions.problem(page)).toContainText('Occurrences152')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(regions.problem(page)).toContainText('Occurrences600')
    await window.inspector.getByRole('button', { name: 'Mute R-2 for this agent' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('R-1')
    await expect(window.inspector.getByRole('button', { name: 'Unmute R-2 for this agent' })).toBeVisible()
    await agree(152, 0)

    await rows.filter({ hasText: 'R-1' }).click()
    await grids.occurrences(page).focus()
    await page.keyboard.press('End')
    await expect(regions.problem(page)).toContainText('The last one.')
    await page.reload()
    await expect(regions.problem(page)).toContainText('The last one.')
    await agree(152, 0)
    await window.console.getByRole('button', { name: '1 muted' }).click()
    await expect(rows).toHaveCount(2)
    await rows.filter({ hasText: 'R-2' }).click()
    await window.run('Mute or unmute the open rule')
    await expect(window.console).toContainText('No rule is muted for an agent here.')
    await window.console.getByRole('button', { name: 'Clear the filter' }).click()
    await expect(rows).toHaveCount(3)
    await agree(752, 1)
  },
)

test.describe('copied', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('a problem is copied for a coding agent, with its section and the bytes that show it', async ({
    app,
    agents,
  }) => {
    const { window, page } = app
    await window.connect((await agents.named('append-to-unknown')).url)
    await window.say('hi', 'Stream')
    await window.show('console')
    await tabs.findings(window.console).click()
    await grids.findings(page).getByRole('row').filter({ hasText: 'PARLEY-SEQ-005' }).click()
    await regions.problem(page).getByRole('button', { name: 'Copy for a coding agent' }).click()
    await expect(regions.problem(page).getByRole('button', { name: 'Copied' })).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toMatch(/^# The artifact .* is appended to/)
    expect(text).toContain('- **Expected**: What is appended to exists\n- **Received**: true\n')
    expect(text).toContain('- **Section**: A2A 1.0 §4.2.2\n')
    expect(text).toMatch(/## Event 3\n\n```\n\{.*"artifactUpdate"/)
  })
})

/** Exchanges with findings, then a stream longer than the window first loads. */
function fillRecord(dataDir: string): void {
  const record = openRecord({ dataDir })
  const { sessionId } = record.createSession('long')
  const wrong = (
    message: string,
    source: Partial<Finding> = {},
  ): { readonly findings: readonly Finding[] } => ({
    findings: [
      {
        ...{ rule: 'R-1', severity: 'warning', pointer: '', message, hint: 'Mend it.', ...source },
        spec: { version: '1.0', section: '3.1' },
      },
    ],
  })
  const request = (exchangeId: string, more: object) =>
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
  request('first', wrong('The first one.'))
  for (let index = 0; index < 150; index++) request(`more-${index}`, wrong('One of many.'))
  const grave = { rule: 'R-2', severity: 'error' } as const
  for (let index = 0; index < 600; index++)
    request(`same-${index}`, {
      ...wrong('The same again.', grave),
      call: { purpose: 'operation', label: 'Send', agentId: 'gone' },
    })
  request('long', {})
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
