// The card pane, its dialogs and the list of agents, by accessible name.

import type { Locator, Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { dialogs, regions, tabs } from './places.ts'

const leadsTo = {
  connection: /^(1\.0|0\.\d|no usable)/,
  access: /^Access/,
} as const

export type CardDialog = 'connection' | 'access' | 'signatures' | 'extendedCard'

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
    this.pane = regions.agentCard(page)
    this.agents = regions.agents(page).getByRole('list', { name: 'Agents' })
    this.dialog = page.getByRole('dialog')
    this.findings = this.pane.getByRole('list', { name: 'Problems' })
    this.failure = regions.connectFailure(page)
    this.skills = this.pane.getByRole('list', { name: 'Skills' })
  }

  /** In the inspector, unless it is open. */
  async show(): Promise<void> {
    if (!(await this.pane.isVisible())) await this.window.showCard()
  }

  press(name: string | RegExp): Promise<void> {
    return this.pane.getByRole('button', { name }).first().click()
  }

  /** A fact of the overview, such as "Protocols". */
  fact(name: string): Locator {
    return this.pane.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
  }

  /** Toggles between the JSON and the overview. */
  async showJson(): Promise<void> {
    const json = tabs.json(this.pane)
    const isShown = (await json.getAttribute('aria-selected')) === 'true'
    await (isShown ? tabs.card(this.pane) : json).click()
  }

  showFindings(): Promise<void> {
    return tabs.findings(this.pane).click()
  }

  edit(): Promise<void> {
    return this.window.run('Edit the agent card')
  }

  fill(): Promise<void> {
    return this.press('Maximize the inspector')
  }

  putBack(): Promise<void> {
    return this.press('Restore the inspector')
  }

  readAgain(): Promise<void> {
    return this.press('Reload agent card')
  }

  /** Opens a collapsed part of the overview. */
  async unfold(title: string): Promise<void> {
    await this.pane.locator('.card-section > summary').filter({ hasText: title }).click()
  }

  async openSkill(name: string): Promise<void> {
    await this.skills.locator('summary').filter({ hasText: name }).click()
  }

  async open(dialog: CardDialog): Promise<void> {
    switch (dialog) {
      case 'connection':
      case 'access':
        await this.page.getByRole('banner').getByRole('button', { name: leadsTo[dialog] }).click()
        break
      case 'signatures':
        await this.show()
        await this.fact('Signature').getByRole('button').click()
        break
      case 'extendedCard':
        await this.show()
        await this.press('Fetch the extended card')
    }
    await dialogs[dialog](this.page).waitFor()
  }

  /** Resolves when the dialog has its answer. */
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
