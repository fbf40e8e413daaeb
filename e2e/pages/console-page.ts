// The exchanges of the console by accessible name, for agents that speak 1.0.

import { expect, type Locator, type Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { regions, tabLists } from './places.ts'

const calls = { Send: 'SendMessage', Stream: 'SendStreamingMessage' } as const

export class ConsolePage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly composer: Locator
  readonly tabs: Locator
  /** For each open body, the group of buttons that choose its form. */
  readonly bodyForms: Locator

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.composer = regions.composeRequest(page)
    this.tabs = tabLists.inspector(page)
    this.bodyForms = this.window.inspector.getByRole('group', { name: 'How to show the body' })
  }

  /** Sends a message for the first time in this way; returns the row of its answered exchange. */
  async answered(text: string, how: keyof typeof calls = 'Send'): Promise<Locator> {
    await this.window.say(text, how)
    await this.window.show('console')
    const row = this.window.exchange(calls[how])
    await expect(row).toContainText('200')
    return row
  }

  /** Sends one message to an agent and opens its exchange. */
  async openExchange(address: string, text: string, how: keyof typeof calls = 'Send'): Promise<void> {
    await this.window.connect(address)
    const row = await this.answered(text, how)
    await row.click()
    await expect(this.tabs).toBeVisible()
  }

  /** Opens the composer for an agent of the kit. */
  async compose(address: string): Promise<void> {
    await this.window.connect(address)
    await expect(this.window.card.getByRole('heading', { name: 'Kit agent' })).toBeVisible()
    await this.window.show('console')
    await this.page.getByRole('button', { name: 'Compose a request' }).click()
  }

  /** Runs an entry of the open exchange's menu. */
  async choose(entry: string): Promise<void> {
    // The card has a “More”, too.
    await this.window.inspector.getByRole('button', { name: 'More', exact: true }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }
}
