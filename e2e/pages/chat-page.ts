// The chat by accessible name.

import type { Locator, Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { regions } from './places.ts'

export class ChatPage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly composer: Locator
  readonly parts: Locator
  readonly request: Locator
  readonly targets: Locator

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.composer = regions.composer(page)
    this.parts = this.composer.getByRole('list', { name: 'Parts of this message' }).getByRole('listitem')
    this.request = regions.request(this.composer)
    this.targets = this.composer.getByRole('list', { name: 'Tasks of this message' })
  }

  press(name: string): Promise<void> {
    return this.composer.getByRole('button', { name, exact: true }).click()
  }

  mine(): Locator {
    return this.window.conversation.getByRole('article', { name: 'You' })
  }

  theirs(): Locator {
    return this.window.conversation.getByRole('article', { name: 'Agent' })
  }

  task(state: string): Locator {
    return this.window.conversation.getByRole('article', { name: `Task ${state}` })
  }

  /** Runs an entry of the menu of a message, a part or a task. */
  async choose(place: Locator, menu: string, entry: string): Promise<void> {
    await place.getByRole('button', { name: menu, exact: true }).first().click()
    await this.page.getByRole('menu').getByText(entry, { exact: true }).click()
  }

  async conversations(): Promise<Locator> {
    await this.window.show('chat')
    return this.window.agents.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  }
}
