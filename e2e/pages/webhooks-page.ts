// The Webhooks tab by accessible name.

import { expect, type Locator, type Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { grids, regions, tabs } from './places.ts'

export class WebhooksPage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly console: Locator
  readonly inspector: Locator
  readonly calls: Locator
  readonly configurations: Locator
  readonly configuration: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.console = this.window.console
    this.inspector = this.window.inspector
    this.calls = grids.webhookCalls(page)
    this.configurations = grids.pushConfigurations(page)
    this.configuration = regions.pushConfiguration(page)
    this.dialog = page.getByRole('dialog')
  }

  async open(): Promise<void> {
    await this.window.show('console')
    await tabs.webhooks(this.console).click()
  }

  async turnOn(): Promise<void> {
    await this.open()
    await this.console.getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(this.console.getByText('listening on 127.0.0.1:')).toBeVisible()
  }

  /** Connects an agent, turns the receiver on, and starts a task that waits, with a configuration. */
  async waitingAt(address: string): Promise<void> {
    await this.window.connect(address)
    await this.turnOn()
    await this.waitingTask()
  }

  /** A task that waits for input, with a configuration. */
  async waitingTask(): Promise<void> {
    await this.window.say('ask')
    await this.window.conversation.getByRole('article', { name: 'Task input-required' }).waitFor()
    await this.set()
  }

  async set(): Promise<void> {
    await this.open()
    await this.console.getByRole('button', { name: 'New configuration' }).first().click()
    await this.dialog.getByRole('button', { name: 'Register at the agent' }).click()
    await expect(this.dialog).toHaveCount(0)
    await expect(this.configuration).toBeVisible()
  }

  async answer(): Promise<void> {
    await this.window.say('tea, please', 'Stream')
    await this.window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  }

  /** The address of the shown configuration, as sent to the agent. */
  async address(): Promise<string> {
    return (await this.configuration.getByRole('definition').first().textContent()) ?? ''
  }

  /** Calls, configurations or noise. */
  async list(name: 'Calls' | 'Configurations' | 'Unmatched'): Promise<void> {
    await this.open()
    await this.console.getByRole('group', { name: 'What to list' }).getByRole('button', { name }).click()
  }

  call(index: number): Locator {
    return this.calls.getByRole('row').nth(index + 1)
  }
}
