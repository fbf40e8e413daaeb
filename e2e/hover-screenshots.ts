// Sheets of controls at rest, under the pointer and with keyboard focus, and the panes in other looks: node
// e2e/hover-screenshots.ts FOLDER [look]. Prints controls that look the same in two of these states.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementHandle, Locator, Page } from '@playwright/test'
import { namedAgent } from './agents/catalogue/catalogue.ts'
import { openDelegating } from './fixtures/delegating-session.ts'
import { grids, regions, tabs } from './pages/places.ts'
import { SequencePage } from './pages/sequence-page.ts'
import { allLooks, otherLooks, type Scene, takePictures } from './take-pictures.ts'

interface Shown {
  readonly kind: string
  readonly rest: Buffer
  readonly hover: Buffer
  readonly focus: Buffer | undefined
}

const pressable =
  'button, a[href], input, select, textarea, summary, [role=row][aria-selected], [role=tab], [role=option], [role=menuitem], [role=separator]'
const marginPx = 10

const folder = process.argv[2] ?? join(tmpdir(), 'parley-hover')
const wrong = await namedAgent('append-to-unknown').start()
const session = await openDelegating()
for (const text of ['hi', 'fail']) await session.say(text)
const delegated = { name: 'delegated.parley', mimeType: '', buffer: await session.file() }
const looks = [...allLooks.filter(({ width }) => width === 1440), ...otherLooks]
await takePictures(folder, shoot, looks, process.argv[3])
await Promise.all([wrong.close(), session.close()])

async function shoot(scene: Scene): Promise<void> {
  const { page, window } = scene
  await window.startDemo()
  await window.say('hello')
  await window.conversation.getByRole('article', { name: 'Agent' }).waitFor()
  await sheet(scene, 'start', page.locator('body'))
  await window.say('Three days in Lisbon for two, by train where possible', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await tabs.request(window.inspector).click()
  await window.inspector.locator('.monaco-editor .view-line span').first().waitFor()
  await sheet(scene, 'talk', page.locator('body'))
  await shootConsole(scene)
  await shootTogether(scene)
  await shootDialogs(scene)
}

async function shootConsole(scene: Scene): Promise<void> {
  const { page, window } = scene
  await window.connect(wrong.url)
  await window.say('hi', 'Stream')
  await page.getByText('No task yet').waitFor({ state: 'detached' })
  await tabs.artifacts(window.timeline).click()
  await sheet(scene, 'artifacts', window.timeline)
  await tabs.events(window.timeline).click()
  await window.show('console')
  for (const tab of ['findings', 'webhooks'] as const) {
    await tabs[tab](window.console).first().click()
    await sheet(scene, tab, window.console)
  }
  await window.show('checks')
  await grids.plannedChecks(page).waitFor()
  await sheet(scene, 'checks', window.checks)
  await window.show('chat')
  await window.conversation.locator('[aria-haspopup=menu]').first().click()
  await sheet(scene, 'menu', page.getByRole('menu'))
  await page.keyboard.press('Escape')
}

async function shootTogether(scene: Scene): Promise<void> {
  const { page, window } = scene
  const sequence = new SequencePage(page)
  await page.getByLabel('Recording file').setInputFiles(delegated)
  await regions.recordingShown(page).waitFor()
  await sequence.open()
  await sequence.rows.nth(2).waitFor()
  await sheet(scene, 'sequence', page.locator('body'))
  await sequence.view('Map')
  await sequence.edges.first().waitFor()
  await sheet(scene, 'map', window.console)
  await window.backToLive()
}

async function shootDialogs(scene: Scene): Promise<void> {
  const { page, window } = scene
  const dialog = page.locator('dialog[open]')
  const open = async (command: string) => {
    await window.run(command)
    await dialog.waitFor()
  }
  await open('Tap this agent')
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  await dialog.getByText('no calls yet').waitFor()
  await dialog.getByText('Fault injection').click()
  await dialog.getByRole('textbox', { name: /^Operation or method/ }).waitFor()
  await dialog.getByRole('spinbutton').last().fill('100')
  await dialog.getByRole('button', { name: 'Add fault' }).click()
  await dialog.getByRole('button', { name: /^Remove delay/ }).waitFor()
  await sheet(scene, 'taps', dialog)
  await page.keyboard.press('Escape')
  for (const command of [
    'Settings',
    'Keyboard shortcuts',
    'Connection settings of the agent',
    'Send traces',
    'Receive spans',
  ]) {
    await open(command)
    await sheet(scene, command.toLowerCase().replaceAll(' ', '-'), dialog)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}

/** Saves the window as it is, and one control of each kind in `part`. */
async function sheet({ page, save, fileOf }: Scene, state: string, part: Locator): Promise<void> {
  await save(state)
  const shown: Shown[] = []
  for (const [kind, element] of await kindsIn(part)) {
    // Rows of a growing list may be drawn again.
    const one = await statesOf(page, kind, element).catch(() => undefined)
    if (one) shown.push(one)
  }
  await page.mouse.move(0, 0)
  for (const { kind, rest, hover, focus } of shown) {
    if (rest.equals(hover)) console.log(`${state}: no hover: ${kind}`)
    if (focus && rest.equals(focus)) console.log(`${state}: no focus: ${kind}`)
  }
  const drawn = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 1400, height: 300 } })
  await drawn?.setContent(shown.map(rowOf).join(''))
  await drawn?.screenshot({ path: fileOf(`${state}-hover`), fullPage: true })
  await drawn?.close()
}

function rowOf({ kind, rest, hover, focus }: Shown): string {
  const image = (data: Buffer | undefined) =>
    data
      ? `<img style="max-width: 330px; margin: 2px" src="data:image/png;base64,${data.toString('base64')}">`
      : ''
  const name = `<code style="display: inline-block; width: 330px">${kind.replaceAll('<', '&lt;')}</code>`
  return `<div style="display: inline-block">${name}${image(rest)}${image(hover)}${image(focus)}</div><br>`
}

/** The first control of each kind, by classes and role. */
async function kindsIn(part: Locator): Promise<ReadonlyMap<string, ElementHandle>> {
  const kinds = new Map<string, ElementHandle>()
  // Focusing a tab shows it and unmounts the previous panel, so tabs are last.
  const [others, tabs] = [`:is(${pressable}):not([role=tab])`, '[role=tab]'].map((each) => part.locator(each))
  for (const element of [
    ...((await others?.elementHandles()) ?? []),
    ...((await tabs?.elementHandles()) ?? []),
  ]) {
    if (!(await element.isVisible()) || (await element.isDisabled())) continue
    const kind = await element.evaluate((node) => {
      if (!(node instanceof Element)) return ''
      const own = `${node.tagName.toLowerCase()}${node.getAttribute('role') ?? ''}.${[...node.classList].join('.')}`
      const within = node.parentElement?.closest('[class]')?.classList[0] ?? ''
      return `${within} > ${own} ${(node.getAttribute('aria-label') ?? node.textContent ?? '').slice(0, 30)}`
    })
    const type = kind.replace(/ [^>]*$/, '')
    if (kind.includes('ime-text-area') || [...kinds.keys()].some((other) => other.startsWith(type))) continue
    kinds.set(kind, element)
  }
  return kinds
}

async function statesOf(page: Page, kind: string, element: ElementHandle): Promise<Shown | undefined> {
  await element.scrollIntoViewIfNeeded()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.mouse.move(0, 0)
  const box = await element.boundingBox()
  if (!box) return undefined
  const { x, y, width, height } = box
  const clip = {
    x: Math.max(0, x - marginPx),
    y: Math.max(0, y - marginPx),
    width: Math.min(width + 2 * marginPx, 330),
    height: Math.min(height + 2 * marginPx, 120),
  }
  const take = () => page.screenshot({ clip, animations: 'disabled' })
  const rest = await take()
  await page.mouse.move(x + Math.min(width / 2, 150), y + Math.min(height / 2, 60))
  const hover = await take()
  await page.mouse.move(0, 0)
  // Browsers show the focus ring only after a key.
  await page.keyboard.press('Shift')
  const isFocused = await element.evaluate((node) => {
    if (node instanceof HTMLElement) node.focus()
    return document.activeElement === node
  })
  return { kind, rest, hover, focus: isFocused ? await take() : undefined }
}
