import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { dialogs, tabs } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('there are three sizes of type, and what is clicked has 24 pixels', async ({
  app: { page, window },
}) => {
  test.slow()
  const small: Record<string, unknown> = {}
  const look = async (name: string) => {
    const wrong = await sizesIn(page)
    if (wrong.length > 0) small[name] = wrong
  }
  await window.startDemo()
  await look('card')
  await window.say('Three days in Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.events.getByRole('row').nth(3).click()
  await window.inspector.locator('.monaco-editor .view-line span').first().waitFor()
  await look('chat')
  await tabs.timing(window.inspector).click()
  await look('timing')
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await look('console')
  await tabs.findings(window.console).click()
  await look('findings')
  await tabs.sequence(window.console).click()
  await look('sequence')
  await tabs.webhooks(window.console).click()
  await look('webhooks')
  await window.show('checks')
  await look('checks')
  await window.run('Settings')
  await dialogs.settings(page).waitFor()
  await look('settings')
  expect(small).toEqual({})
})

test('buttons carry words, which give way to icons only where there is no room, and none is cut', async ({
  app: { page, window },
}) => {
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.events.getByRole('row').nth(3).click()
  await window.inspector.locator('.monaco-editor .view-line span').first().waitFor()
  const withoutWords = () => page.evaluate(iconsInSight)
  expect((await withoutWords()).length, String(await withoutWords())).toBeLessThanOrEqual(12)
  for (const word of ['Resend', 'Edit and resend', 'Copy as'])
    expect(await withoutWords()).not.toContain(word)
  for (const [width, height] of [
    [1440, 900],
    [1100, 720],
    [900, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const mode of ['console', 'chat'] as const) {
      await window.show(mode)
      expect(await page.evaluate(cutButtons), `${mode} at ${width}`).toEqual([])
    }
  }
})

/** Icons of buttons without text, with the pointer elsewhere; a block of a lane has the length of its state. */
function iconsInSight(): readonly string[] {
  const isSeen = { opacityProperty: true, visibilityProperty: true }
  return [...document.querySelectorAll<HTMLElement>('button:not(.lane-block)')]
    .filter((button) => button.checkVisibility(isSeen) && button.offsetWidth > 1)
    .filter((button) => ![...button.querySelectorAll('*'), button].some(hasWords))
    .map((button) => button.ariaLabel ?? button.outerHTML)

  function hasWords(element: Element): boolean {
    return (
      element.checkVisibility(isSeen) &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    )
  }
}

/** Wider than their box, or beyond their line. */
function cutButtons(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>(':is(.toolbar, .pane-head, .composer-foot) button')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((button) => {
      const line = button.closest('.toolbar, .pane-head, .composer-foot')?.getBoundingClientRect()
      const { left, right } = button.getBoundingClientRect()
      return (
        button.scrollWidth > button.clientWidth + 1 || !line || left < line.left - 1 || right > line.right + 1
      )
    })
    .map((button) => `${button.ariaLabel ?? ''} ${button.textContent}`)
}

/** Text of another size, and controls that are too small; links within a text have its height. */
function sizesIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wrong = new Set<string>()
    const isHitAround = (element: HTMLElement) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const list = element.closest('[role=grid]')?.getBoundingClientRect()
      // In a row that is partly scrolled out, or behind a dialog.
      if (list && (y - 12 < list.top || y + 12 > list.bottom)) return true
      if (!element.contains(document.elementFromPoint(x, y))) return true
      return [-11, 11].every(
        (off) =>
          element.contains(document.elementFromPoint(x, y + off)) &&
          element.contains(document.elementFromPoint(x + off, y)),
      )
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.trim().slice(0, 24)}”`
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      // A file has its own sizes.
      if (element.closest('.pdf-text, .textLayer')) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1) continue
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      const size = getComputedStyle(element).fontSize
      if (hasText && !['12px', '13px', '16px'].includes(size)) wrong.add(`${size} ${nameOf(element)}`)
      const isControl = element.matches('button, select, input, [role=tab], [role=switch], summary')
      const isInText = element.matches('.link-button, .fact-button, [type=checkbox], [type=radio]')
      // Its width is a duration.
      const isToScale = element.matches('.lane-block')
      if (isControl && !isInText && !isToScale && Math.min(width, height) < 23.5 && !isHitAround(element))
        wrong.add(`${Math.round(width)}×${Math.round(height)} ${nameOf(element)}`)
    }
    return [...wrong]
  })
}
