// The window by its accessible names, which are a contract (CONTRIBUTING.md), for specs in terms of what a user does.

import type { Locator, Page } from '@playwright/test'
import { conversation, dialogs, grids, regions, tabLists, tabs } from './places.ts'

const modes = { chat: tabs.chatMode, console: tabs.consoleMode, checks: tabs.checksMode }

export class ParleyWindow {
  readonly page: Page
  readonly agents: Locator
  readonly agentRows: Locator
  readonly card: Locator
  readonly chat: Locator
  readonly timeline: Locator
  readonly inspector: Locator
  readonly console: Locator
  readonly checks: Locator
  readonly status: Locator
  readonly address: Locator
  readonly message: Locator
  readonly conversation: Locator
  readonly exchanges: Locator
  readonly events: Locator

  constructor(page: Page) {
    this.page = page
    this.agents = regions.agents(page)
    this.agentRows = this.agents.getByRole('list', { name: 'Agents' }).locator('> li')
    this.card = regions.agentCard(page)
    this.chat = regions.chat(page)
    this.timeline = regions.taskTimeline(page)
    this.inspector = regions.inspector(page)
    this.console = regions.console(page)
    this.checks = regions.checks(page)
    this.status = page.getByRole('contentinfo', { name: 'Status' })
    this.address = page.getByRole('textbox', { name: 'Agent address' })
    this.message = page.getByRole('textbox', { name: 'Message' })
    this.conversation = conversation(page)
    this.exchanges = grids.exchanges(page)
    this.events = grids.events(page)
  }

  /** Resolves when the window is open in its previous mode. */
  opened(): Promise<void> {
    return tabLists.mode(this.page).waitFor()
  }

  /** Switches the mode. */
  async show(mode: keyof typeof modes): Promise<void> {
    await modes[mode](tabLists.mode(this.page)).click()
  }

  /** In a narrow window they cover the mode. */
  async showAgents(): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'Agents and recordings' })
    await this.agents.or(opener).first().waitFor()
    if (!(await this.agents.isVisible())) await opener.click()
  }

  /** In the sidebar, where they are collapsed at first. */
  async showRecordings(): Promise<Locator> {
    await this.showAgents()
    const region = regions.sessions(this.page)
    const head = region.getByRole('heading').getByRole('button', { name: /^Recordings/ })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    return region.getByRole('list', { name: 'Recordings' })
  }

  async backToLive(): Promise<void> {
    await regions.recordingShown(this.page).getByRole('button', { name: 'Back to live' }).click()
  }

  /** Runs an entry of the shown recording's menu. */
  async chooseOfRecording(entry: string): Promise<void> {
    await regions
      .recordingShown(this.page)
      .getByRole('button', { name: /^More about/ })
      .click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** Of the selected agent. */
  async showCard(): Promise<void> {
    await this.showAgents()
    await this.agents.getByRole('button', { name: 'Card', exact: true }).click()
    await this.card.waitFor()
  }

  async startDemo(): Promise<void> {
    const anew = this.chat.getByRole('button', { name: 'Start the demo agent' })
    await anew
      .or(this.agents.getByRole('button', { name: /^Travel concierge/ }))
      .first()
      .click()
    await this.chat.getByText(/^with Travel concierge/).waitFor()
    await this.page.getByRole('banner').getByRole('button', { name: /^1\.0/ }).waitFor()
  }

  /** Opens a tap for the selected agent; returns its address once it listens. */
  async tapAgent(): Promise<string> {
    await this.run('Tap this agent')
    const dialog = dialogs.taps(this.page)
    await dialog.getByRole('button', { name: 'Tap this agent' }).click()
    const address = await dialog
      .getByRole('list', { name: 'Taps' })
      .getByText(/^http:/)
      .textContent()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    return address ?? ''
  }

  async connect(address: string): Promise<void> {
    await this.show('chat')
    await this.address.fill(address)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
    // Waits until the agent is selected or a failure is shown: earlier input would go to the previous agent.
    const host = address.replace(/^https?:\/\/|\/$/g, '')
    const chosen = this.agents.locator('[aria-current=true]', { hasText: host })
    // Where the agents are hidden, only the header names it.
    const chip = this.page.getByRole('banner').getByText(host)
    const failure = this.page.getByRole('alert').filter({ visible: true })
    await chosen.or(chip).or(failure).first().waitFor({ state: 'attached' })
  }

  async say(text: string, how: 'Send' | 'Stream' = 'Send'): Promise<void> {
    await this.show('chat')
    await this.message.fill(text)
    await this.chat.getByRole('button', { name: how, exact: true }).click()
  }

  /** The row of a call in the console. */
  exchange(call: string): Locator {
    return this.exchanges.getByRole('row').filter({ hasText: call })
  }

  /** Runs an entry of the menu of an agent or a conversation, by its title. */
  async chooseOf(title: string, entry: string): Promise<void> {
    await this.agents.getByRole('button', { name: `More about ${title}`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** Waits until the command can run. */
  async run(command: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    await this.page.getByRole('combobox', { name: 'Search', exact: true }).fill(command)
    await dialogs
      .commands(this.page)
      .getByRole('group', { name: 'Commands' })
      .getByRole('option')
      .first()
      .waitFor()
    await this.page.keyboard.press('Enter')
  }
}
