// The agent’s own spans by their accessible names.

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

  /** Where the receiver listens, on free ports. */
  async receive(): Promise<string> {
    await this.window.run('Receive spans')
    await this.receiver.getByRole('textbox', { name: 'HTTP port' }).fill('0')
    await this.receiver.getByRole('textbox', { name: 'gRPC port' }).fill('0')
    await this.receiver.getByRole('button', { name: 'Receive spans' }).click()
    await expect(this.receiver.getByRole('status')).toContainText('listening on')
    const variables = await this.receiver.locator('pre').textContent()
    return /OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)/.exec(variables ?? '')?.[1] ?? ''
  }

  /** “Send a traceparent header” of the agent that is talked to. */
  async sendTraceparent(sends: boolean): Promise<void> {
    await this.window.run('Connection settings of the agent')
    const dialog = dialogs.connection(this.page)
    await dialog.getByRole('checkbox', { name: /^Send a traceparent header/ }).setChecked(sends)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }

  /** A message is sent and answered: the spans of its exchange are shown. */
  async spansOf(text: string): Promise<void> {
    const calls = this.window.exchange('SendStreamingMessage')
    await this.window.show('console')
    // The list is read when it is shown; its agent’s card is in it at least.
    await this.window.exchanges.getByRole('row').nth(1).waitFor()
    const before = await calls.count()
    await this.window.say(text, 'Stream')
    await this.window.show('console')
    await expect(calls).toHaveCount(before + 1)
    // Not in the middle, where a pill may report what is new.
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
