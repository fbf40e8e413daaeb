// Pictures of session features and of sign-in, for review: node e2e/session-screenshots.ts FOLDER

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namedAgent } from './agents/catalogue/catalogue.ts'
import { grids, regions, tabs } from './pages/places.ts'
import { allLooks, type Scene, takePictures } from './take-pictures.ts'

const wrong = await namedAgent('append-to-unknown').start()
await takePictures(process.argv[2] ?? join(tmpdir(), 'parley-sessions'), shoot, allLooks, process.argv[3])
await wrong.close()

async function shoot(scene: Scene): Promise<void> {
  await record(scene)
  await shootKept(scene)
  await shootPresenter(scene)
  await shootSignIn(scene)
}

/** Records two sessions of the same prompts, with findings in the running one. */
async function record({ window }: Scene): Promise<void> {
  const completed = window.conversation.getByRole('article', { name: 'Task completed' })
  await window.startDemo()
  await window.say('hello')
  await window.say('Tell me about Lisbon', 'Stream')
  await completed.waitFor()
  await window.run('New recording')
  await completed.waitFor({ state: 'detached' })
  await window.say('Tell me about Lisbon', 'Stream')
  await completed.waitFor()
  await window.run('New recording')
  await completed.waitFor({ state: 'detached' })
  await window.connect(wrong.url)
  await window.say('hi', 'Stream')
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
}

async function shootKept({ page, window, save }: Scene): Promise<void> {
  await save('findings-at-hand')
  await tabs.findings(window.console).first().click()
  await grids.findings(page).getByRole('row').first().waitFor()
  await save('findings')
  await grids.findings(page).getByRole('row').nth(1).click()
  const opener = page.getByRole('button', { name: 'Inspector', exact: true })
  const isApart = await opener.isVisible()
  if (isApart) await opener.click()
  await grids.occurrences(page).getByRole('row').nth(1).waitFor()
  await save('findings-open')
  if (isApart) await page.getByRole('button', { name: 'Back', exact: true }).click()
  await tabs.wire(window.console).click()
  await window.show('chat')
  // Where the recordings are in a drawer, each choice closes it.
  const store = async () =>
    (await window.showRecordings()).getByRole('button', { name: /Travel concierge.*1 task/ })
  const shown = page.locator('dialog[open]')
  await (await store()).last().click()
  await (await store()).first().click()
  await regions.recordingShown(page).waitFor()
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await save('kept')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('list', { name: 'Runs' }).waitFor()
  await save('compare')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Replay' }).click()
  const bar = regions.replay(page)
  for (let step = 0; step < 4; step++) await bar.getByRole('button', { name: 'Next entry' }).click()
  await save('replay')
  await bar.getByRole('button', { name: 'End the replay' }).click()
  for (const [name, entry] of [
    ['mock', 'Mock agent…'],
    ['export-kept', 'Export…'],
  ] as const) {
    await window.chooseOfRecording(entry)
    await shown.waitFor()
    await save(name)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  }
  await window.backToLive()
}

async function shootPresenter({ page, window, save }: Scene): Promise<void> {
  await window.run('Presenter mode')
  const presenter = regions.presenter(page)
  await presenter.waitFor()
  await save('presenter')
  await presenter.getByRole('button', { name: 'Prepare…' }).click()
  await save('presenter-prepare')
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await presenter.waitFor({ state: 'detached' })
}

async function shootSignIn({ page, window, save }: Scene): Promise<void> {
  const shown = page.locator('dialog[open]')
  await window.run('Start the protected demo agent')
  await page.getByRole('banner').getByText('Travel concierge, protected').waitFor()
  await save('protected')
  await window.run('Sign in to the agent')
  await shown.waitFor()
  await save('sign-in')
  await page.keyboard.press('Escape')
}
