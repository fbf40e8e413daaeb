// The card pane, its dialogs and the list of agents, by their accessible names.

import type { Locator, Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'

const leadsTo = {
  Connection: /^(1\.0|0\.\d|no usable)/,
  Access: /^Access/,
} as const

export type CardDialog = 'Connection' | 'Access' | 'Signatures' | 'Extended card'

export class CardPage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly pane: Locator
  readonly agents: Locator
  readonly dialog: Locator
  readonly findings: Locator
  /** In the chat: why there is no card. */
  readonly failure: Locator
  readonly skills: Locator

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.pane = page.getByRole('region', { name: 'Agent card' })
    this.agents = page.getByRole('region', { name: 'Agents' }).getByRole('list', { name: 'Agents' })
    this.dialog = page.getByRole('dialog')
    this.findings = this.pane.getByRole('list', { name: 'Findings' })
    this.failure = page.getByRole('region', { name: 'Couldn’t connect' })
    this.skills = this.pane.getByRole('list', { name: 'Skills' })
  }

  press(name: string | RegExp): Promise<void> {
    return this.pane.getByRole('button', { name }).first().click()
  }

  /** A fact of the overview, such as "Protocols". */
  fact(name: string): Locator {
    return this.pane.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
  }

  showJson(): Promise<void> {
    return this.press('Show the card as JSON')
  }

  edit(): Promise<void> {
    return this.window.run('Edit the agent card')
  }

  fill(): Promise<void> {
    return this.window.run('Maximize agent card')
  }

  putBack(): Promise<void> {
    return this.window.run('Maximize agent card')
  }

  readAgain(): Promise<void> {
    return this.press('Reload agent card')
  }

  /** A part of the overview that is folded away. */
  async unfold(title: string): Promise<void> {
    await this.pane.locator('.card-section > summary').filter({ hasText: title }).click()
  }

  async openSkill(name: string): Promise<void> {
    await this.skills.locator('summary').filter({ hasText: name }).click()
  }

  async open(dialog: CardDialog): Promise<void> {
    switch (dialog) {
      case 'Connection':
      case 'Access':
        await this.page.getByRole('banner').getByRole('button', { name: leadsTo[dialog] }).click()
        break
      case 'Signatures':
        await this.fact('Signature').getByRole('button').click()
        break
      case 'Extended card':
        await this.press('Fetch the extended card')
    }
    await this.page.getByRole('dialog', { name: dialog }).waitFor()
  }

  /** The dialog has its answer. */
  async settled(): Promise<void> {
    await this.dialog.getByText(/^Asking/).waitFor({ state: 'detached' })
  }

  async closeDialog(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.dialog.waitFor({ state: 'detached' })
  }

  agent(name: string): Locator {
    return this.agents.getByRole('listitem').filter({ hasText: name })
  }
}
