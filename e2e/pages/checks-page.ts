// The mode Checks by accessible name.

import { expect, type Locator, type Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { dialogs, grids, regions } from './places.ts'

type View = 'Select tests' | 'Result'

export class ChecksPage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly pane: Locator
  readonly planned: Locator
  readonly results: Locator
  readonly changes: Locator
  /** The test that is selected in a result. */
  readonly check: Locator
  readonly prompts: Locator
  /** Enough for each outcome, and fast. */
  readonly suites = ['Core operations', 'Streaming']

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.pane = this.window.checks
    this.planned = grids.plannedChecks(page)
    this.results = grids.checkResults(page)
    this.changes = grids.changes(page)
    this.check = regions.check(page)
    this.prompts = dialogs.prompts(page)
  }

  async open(): Promise<void> {
    await this.window.show('checks')
  }

  /** Connects an agent and shows its checks with a few suites selected. */
  async prepare(address: string): Promise<void> {
    await this.window.connect(address)
    await this.open()
    await this.chooseSome()
  }

  async chooseSome(): Promise<void> {
    await expect(this.planned).toBeVisible()
    for (const suite of await this.pane.getByRole('group', { name: 'Suites' }).getByRole('checkbox').all()) {
      const label = await suite.locator('xpath=..').textContent()
      await suite.setChecked(this.suites.some((name) => label?.startsWith(name)))
    }
  }

  async show(view: View): Promise<void> {
    await this.pane.getByRole('group', { name: 'Checks' }).getByRole('button', { name: view }).click()
  }

  /** Enters prompts for behaviors, by their names in the dialog. */
  async map(prompts: Readonly<Record<string, string>>): Promise<void> {
    await this.pane.getByRole('button', { name: /^Prompts…/ }).click()
    for (const [behavior, prompt] of Object.entries(prompts)) {
      await this.prompts.getByRole('combobox', { name: behavior, exact: true }).fill(prompt)
    }
    await this.prompts.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(this.prompts).toHaveCount(0)
  }

  async start(): Promise<void> {
    await this.pane.getByRole('button', { name: /^Run [\d,]+ of [\d,]+ tests$/ }).click()
  }

  async run(): Promise<void> {
    await this.start()
    await this.ended()
  }

  async ended(): Promise<void> {
    await expect(this.pane.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 })
  }

  /** A run has a session of its own: its exchanges are listed only among those of all sessions. */
  async showAllSessions(): Promise<void> {
    await this.window.console.getByRole('button', { name: 'Show all recordings' }).click()
  }

  /** The row of a test's result, over the run's only interface. */
  async found(testId: string): Promise<Locator> {
    await this.pane.getByRole('searchbox', { name: 'Find in results' }).fill(testId)
    const row = this.results.getByRole('row').nth(2)
    await expect(this.results.getByRole('row')).toHaveCount(3)
    return row
  }
}
