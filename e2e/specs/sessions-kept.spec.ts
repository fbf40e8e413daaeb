import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { holdableAnswers } from '../fixtures/held-answers.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { dialogs, regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an earlier session opens read-only in the same panes, and live is one click away', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await app.window.run('New recording')
  await app.restart()
  const sessions = await app.window.showRecordings()
  await sessions
    .getByRole('button', { name: /Travel concierge.*request/ })
    .last()
    .click()
  await expect(regions.recordingShown(app.page)).toBeVisible()
  const subject = regions.inspector(app.page).getByRole('heading').first()
  await expect(subject).toContainText('agent-card.json')
  await app.window.show('console')
  await expect(app.window.exchange('agent-card.json')).toHaveAttribute('aria-selected', 'true')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await app.window.show('chat')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await expect(app.window.message).toHaveCount(0)
  expect(await violations(app.page)).toEqual([])

  await app.window.backToLive()
  await expect(regions.recordingShown(app.page)).toHaveCount(0)
  await expect(app.window.message).toBeVisible()
})

test('what is selected in a recording is so after a reload and a restart', async ({ app }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await app.window.run('New recording')
  const sessions = await app.window.showRecordings()
  await sessions.getByRole('button', { name: /^Travel concierge.*request/ }).click()
  await app.window.show('console')
  await app.window.exchange('SendMessage').click()
  const isBack = () => expect(app.window.exchange('SendMessage')).toHaveAttribute('aria-selected', 'true')
  await isBack()
  await app.page.reload()
  await isBack()
  await app.restart()
  await isBack()
})

test('a session that is ending opens as what is kept of it, however long that takes', async ({ app }) => {
  const { page, window } = app
  const answers = await holdableAnswers(page)
  await window.startDemo()
  const sessions = await window.showRecordings()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  const row = sessions.getByRole('button', { name: /Travel concierge.*request/ })
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('img', { name: 'recording' })).toBeVisible()

  answers.hold()
  await window.run('New recording')
  await expect(row.getByRole('img', { name: 'recording' })).toHaveCount(0)
  await row.click()
  answers.release()
  await expect(regions.recordingShown(page)).toBeVisible()
  await expect(window.conversation).toContainText('I am a travel concierge')
  await expect(sessions.getByRole('button')).not.toHaveCount(1)
})

test('what is said while recording is paused is seen, and is gone with the engine', async ({ app }) => {
  const recording = regions.recording(app.page)
  await app.window.startDemo()
  await recording.getByRole('button', { name: 'Recording', exact: true }).click()
  await app.page.getByRole('menuitem', { name: 'Pause recording' }).click()
  await expect(recording.getByRole('status')).toHaveText('paused')
  await app.window.say('hello')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await app.restart()
  await app.window.show('console')
  await expect(app.window.exchange('/.well-known/agent-card.json').first()).toContainText('200')
  await expect(app.window.exchange('SendMessage')).toHaveCount(0)
})

test('a session is found at the place of a word, named, pinned, and deleted for good', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('hello from Zanzibar')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  const pane = regions.sessions(page)
  await window.show('chat')
  await window.showRecordings()
  await pane.getByRole('button', { name: 'New recording' }).click()

  const search = pane.getByRole('searchbox', { name: 'Search all recordings' })
  await search.fill('zanzi')
  const places = pane.getByRole('list', { name: 'Matches' })
  await places
    .getByRole('button', { name: /hello from Zanzibar/ })
    .first()
    .click()
  await expect(regions.recordingShown(page)).toBeVisible()
  await window.show('console')
  await expect(window.exchange('SendMessage').first()).toHaveAttribute('aria-selected', 'true')
  await window.show('chat')
  await expect(search).toHaveValue('zanzi')
  await search.press('Escape')
  await window.backToLive()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('zanzi')
  const hits = dialogs.commands(page).getByRole('group', { name: 'Recordings' }).getByRole('option')
  await expect(hits.last()).toHaveText(/^Travel concierge.*You: hello from Zanzibar$/)
  await expect(hits.last().locator('mark')).toHaveText('Zanzi')
  await expect(hits.last()).not.toContainText('{')
  await hits.first().click()
  await expect(regions.recordingShown(page)).toBeVisible()

  const sessions = pane.getByRole('list', { name: 'Recordings' })
  await sessions
    .getByRole('button', { name: /^More about/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Name and note…' }).click()
  const facts = page.getByRole('dialog')
  await facts.getByRole('textbox', { name: /^Name/ }).fill('Zanzibar, told twice')
  await facts.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(facts).toHaveCount(0)
  await expect(regions.recordingShown(page)).toContainText('Zanzibar, told twice')
  const more = sessions.getByRole('button', { name: 'More about Zanzibar, told twice' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(sessions.getByText('Pinned')).toBeVisible()

  await more.click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = dialogs.deleteSession(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toHaveCount(0)
  await expect(sessions.getByRole('button', { name: /Zanzibar, told twice/ })).toHaveCount(0)
  await expect(regions.recordingShown(page)).toHaveCount(0)
  await pane.getByRole('button', { name: 'Space on disk' }).click()
  const disk = dialogs.spaceOnDisk(page)
  await disk.getByRole('button', { name: 'Compact' }).click()
  await expect(disk.getByText(/before, .* now/)).toBeVisible()
  await page.keyboard.press('Escape')
  await search.fill('zanzi')
  await expect(pane).toContainText('No recording has “zanzi” in it')
})

test('a note on what another window deleted is refused aloud, and stays as it was typed', async ({
  app,
  context,
}) => {
  const { page, window } = app
  await window.startDemo()
  await window.run('New recording')
  await window.show('console')
  await window.console.getByRole('button', { name: 'Show all recordings' }).click()
  await window.exchange('/.well-known/agent-card.json').click()
  await new ConsolePage(page).choose('Mark and note…')
  const dialog = dialogs.markAndNote(page)
  await dialog.getByRole('textbox', { name: 'Note' }).fill('the one that failed on Monday')

  const other = await context.newPage()
  await other.goto(new URL('/', page.url()).href)
  const pane = regions.sessions(other)
  await new ParleyWindow(other).showRecordings()
  await pane
    .getByRole('button', { name: /^More about/ })
    .last()
    .click()
  await other.getByRole('menuitem', { name: 'Delete…' }).click()
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('no longer')
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('the one that failed on Monday')
})
