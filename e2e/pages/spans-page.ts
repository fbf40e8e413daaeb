// The agent’s own spans by accessible name.

import { expect, type Locator, type Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { dialogs, grids, regions, tabs } from './places.ts'

export class SpansPage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly receiver: Locator
  readonly waterfall: Locator
  readonly detail: Locator
  readonly lanes: Locator

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.receiver = dialogs.agentSpans(page)
    this.waterfall = grids.spans(page)
    this.detail = regions.span(page)
    this.lanes = this.window.timeline.getByRole('list', { name: 'Spans over time' })
  }

  /** Starts the receiver on free ports; returns its address. */
  async receive(): Promise<string> {
    await this.window.run('Receive spans')
    await this.receiver.getByRole('textbox', { name: 'HTTP port' }).fill('0')
    await this.receiver.getByRole('textbox', { name: 'gRPC port' }).fill('0')
    await this.receiver.getByRole('button', { name: 'Receive spans' }).click()
    await expect(this.receiver.getByRole('status')).toContainText('listening on')
    const variables = await this.receiver.locator('pre').textContent()
    return /OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)/.exec(variables ?? '')?.[1] ?? ''
  }

  /** Sets “Send a traceparent header” of the selected agent. */
  async sendTraceparent(sends: boolean): Promise<void> {
    await this.window.run('Connection settings of the agent')
    const dialog = dialogs.connection(this.page)
    await dialog.getByRole('checkbox', { name: /^Send a traceparent header/ }).setChecked(sends)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }

  /** Sends a message and shows the spans of its exchange. */
  async spansOf(text: string): Promise<void> {
    const calls = this.window.exchange('SendStreamingMessage')
    await this.window.show('console')
    // The list is read when it is shown; it contains at least the request for the card.
    await this.window.exchanges.getByRole('row').nth(1).waitFor()
    const before = await calls.count()
    await this.window.say(text, 'Stream')
    await this.window.show('console')
    await expect(calls).toHaveCount(before + 1)
    // Not in the middle, where the count of new rows may be.
    await calls.last().click({ position: { x: 60, y: 10 } })
    await this.openSpans()
  }

  async openSpans(): Promise<void> {
    await tabs.spans(this.window.inspector).click()
  }

  row(name: string | RegExp): Locator {
    return this.waterfall.getByRole('row').filter({ hasText: name })
  }
}
