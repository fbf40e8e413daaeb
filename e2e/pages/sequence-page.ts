import { expect, type Locator, type Page } from '@playwright/test'
import { copied } from './clipboard.ts'
import { ParleyWindow } from './parley-window.ts'
import { grids, regions, tabs } from './places.ts'

export class SequencePage {
  readonly #page: Page
  readonly pane: Locator
  readonly grid: Locator
  /** Without the head. */
  readonly rows: Locator
  readonly edges: Locator

  constructor(page: Page) {
    this.#page = page
    this.pane = regions.console(page)
    this.grid = grids.sequence(page)
    this.rows = this.grid.getByRole('rowgroup').getByRole('row')
    this.edges = page.getByRole('list', { name: 'Calls between agents' }).getByRole('listitem')
  }

  async open(): Promise<void> {
    await new ParleyWindow(this.#page).show('console')
    await tabs.sequence(this.pane).click()
  }

  row(words: string): Locator {
    return this.rows.filter({ hasText: words })
  }

  async view(name: 'Sequence' | 'Map'): Promise<void> {
    await this.pane.getByRole('group', { name: 'View' }).getByRole('button', { name }).click()
  }

  async copied(form: 'Mermaid' | 'SVG'): Promise<string> {
    await this.#page.evaluate(() => navigator.clipboard.writeText(''))
    await this.pane.getByRole('button', { name: `Copy as ${form}` }).click()
    await this.pane.getByText(`Copied as ${form}.`).waitFor()
    // The clipboard may still have the previous copy.
    await expect.poll(copied(this.#page)).not.toBe('')
    return copied(this.#page)()
  }
}
