// The text of the panes, to compare the live window, a recording, and a page from disk. The window must be large enough to draw
// everything.

import { expect, type Locator, type Page } from '@playwright/test'
import { ParleyWindow } from './parley-window.ts'
import { grids, tabLists } from './places.ts'
import { TimelinePage } from './timeline-page.ts'

export class PanesRead {
  readonly window: ParleyWindow
  readonly timeline: TimelinePage

  constructor(page: Page) {
    this.window = new ParleyWindow(page)
    this.timeline = new TimelinePage(page)
  }

  agent(name: string): Locator {
    return this.window.agents.getByRole('listitem').filter({ hasText: name }).locator('[aria-keyshortcuts]')
  }

  async choose(name: string): Promise<void> {
    await this.window.show('chat')
    await this.agent(name).click()
  }

  /** The blocks of the conversation in order, without their actions, which differ between the places. */
  async chat(): Promise<readonly string[]> {
    await this.window.show('chat')
    return textsOf(this.window.conversation.locator('.block'))
  }

  async taskIds(): Promise<readonly string[]> {
    await this.window.show('chat')
    const links = this.window.conversation.getByTitle(/^Show task .* in the timeline$/)
    return links.evaluateAll((all) => all.map((link) => link.getAttribute('title')?.split(' ')[2] ?? ''))
  }

  async showTask(taskId: string): Promise<void> {
    await this.window.show('chat')
    await this.window.conversation.getByTitle(`Show task ${taskId} in the timeline`).click()
    await this.timeline.pane.getByTitle(taskId, { exact: true }).waitFor({ state: 'attached' })
  }

  /** The rows of the timeline with these words, once there are `count`. */
  async events(words: string, count: number): Promise<readonly string[]> {
    const search = this.timeline.pane.getByRole('searchbox', { name: 'Find in events' })
    return rowsFor(search, words, this.timeline.events, count)
  }

  lanes(): Promise<readonly string[]> {
    return this.timeline
      .state(/./)
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent))
  }

  async figures(): Promise<readonly string[]> {
    await this.timeline.showFigures()
    const figures = await textsOf(this.timeline.figures())
    await this.timeline.tab('events')
    return figures
  }

  /** The exchanges that match a filter, once there are `count`. */
  async exchanges(filter: string, count: number): Promise<readonly string[]> {
    await this.window.show('console')
    const field = this.window.console.getByRole('combobox', { name: 'Filter requests' })
    return rowsFor(field, filter, this.window.exchanges, count)
  }

  /** The tabs of the console with their counts, and the list of findings. */
  async findings(count: number): Promise<readonly string[]> {
    await this.window.show('console')
    const { console } = this.window
    const tabs = tabLists.console(console).getByRole('tab')
    await tabs.filter({ hasText: 'Problems' }).click()
    const rows = await rowsOf(grids.findings(console), count)
    const counts = (await textsOf(tabs)).filter((text) => /\d$/.test(text))
    await tabs.filter({ hasText: 'Requests' }).click()
    return [...counts, ...rows]
  }
}

/** Filters to another number of rows first, so that no earlier row is read. */
async function rowsFor(
  field: Locator,
  filter: string,
  grid: Locator,
  count: number,
): Promise<readonly string[]> {
  const first = grid.getByRole('row').nth(1)
  await field.fill(count === 0 ? '' : 'nothing-says-so')
  await expect(first).toHaveCount(count === 0 ? 1 : 0)
  await field.fill(filter)
  return rowsOf(grid, count)
}

/** Without the head. Counts and reads at once: a filter takes effect a moment after typing. */
async function rowsOf(grid: Locator, count: number): Promise<readonly string[]> {
  let texts: readonly string[] = []
  const read = async () => {
    texts = await textsOf(grid.getByRole('row'))
    return texts.length
  }
  await expect.poll(read, { intervals: [50, 100] }).toBe(count + 1)
  return texts.slice(1)
}

function textsOf(all: Locator): Promise<readonly string[]> {
  return all.evaluateAll((elements) =>
    elements.map((element) => {
      const copy = document.createElement('div')
      copy.append(element.cloneNode(true))
      for (const button of copy.querySelectorAll('button')) button.remove()
      return copy.textContent.replaceAll(/\s+/g, ' ').trim()
    }),
  )
}
