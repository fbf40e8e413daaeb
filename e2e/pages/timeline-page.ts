// The task timeline by accessible name.

import { expect, type Locator, type Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { regions, tabs } from './places.ts'

export class TimelinePage {
  readonly window: ParleyWindow
  readonly pane: Locator
  readonly events: Locator
  readonly detail: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.window = new ParleyWindow(page)
    this.pane = this.window.timeline
    this.events = this.window.events
    this.detail = regions.event(this.pane)
    this.dialog = page.getByRole('dialog')
  }

  /** The newest row with these words. */
  row(words: string | RegExp): Locator {
    return this.events.getByRole('row').filter({ hasText: words }).last()
  }

  tab(name: 'events' | 'artifacts'): Promise<void> {
    return tabs[name](this.pane).click()
  }

  /** Runs an entry of the task's menu. */
  async choose(entry: 'Reconcile' | 'Reconnect'): Promise<void> {
    await this.pane.getByRole('button', { name: 'More about the task' }).click()
    await this.pane.page().getByRole('menuitem', { name: entry }).click()
  }

  lanes(): Locator {
    return this.pane.getByRole('list', { name: 'States over time' }).getByRole('listitem')
  }

  /** A state on the lane. */
  state(name: string | RegExp): Locator {
    return this.lanes().getByRole('button', { name })
  }

  /** Shows the measured times of the task. */
  async showFigures(): Promise<void> {
    await tabs.timing(this.pane).click()
    await this.pane.getByRole('group', { name: 'Timing of' }).getByRole('button', { name: 'Task' }).click()
  }

  figures(): Locator {
    return this.pane.getByLabel('Figures').locator('> div')
  }

  figure(name: string): Locator {
    return this.figures().filter({ has: this.pane.page().getByText(name, { exact: true }) })
  }

  /** Expects that nothing overflows the pane, in a low and in a wide window, once the drawing has the window's width. */
  async expectNothingWider(): Promise<void> {
    const body = this.pane.locator('.timeline')
    for (const [width, height] of [
      // One pixel less, and the mode has the window alone.
      [901, 600],
      [1440, 900],
    ] as const) {
      await body.page().setViewportSize({ width, height })
      const over = () => body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await expect.poll(over, { message: `wider at ${width} px` }).toBe(0)
    }
  }

  async filterBy(...names: readonly string[]): Promise<void> {
    await this.pane.getByRole('button', { name: /^Filter by source and kind/ }).click()
    for (const name of names) await this.pane.getByRole('button', { name, exact: true }).click()
  }
}
