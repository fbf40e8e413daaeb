import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type App, expect, test } from '../fixtures/app.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { dialogs, regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const writer = fileURLToPath(new URL('../engine/discard-victim.ts', import.meta.url))
const entries = 25_000

test.beforeEach(({ dataDir }) => {
  test.slow()
  expect(spawnSync(process.execPath, [writer, dataDir, 'keep', `${entries}`]).status).toBe(0)
  change(dataDir, holdDeletion)
})

/** Makes the file refuse to delete from its middle on, as a disk may, so that the deletion reliably waits there. */
const holdDeletion = `CREATE TRIGGER hold BEFORE DELETE ON entry WHEN old.seq > ${entries / 2} BEGIN SELECT RAISE(ABORT, 'held'); END`

/** While Parley does not have the file open. */
function change(dataDir: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'record.sqlite'))
  database.exec(sql)
  database.close()
}

const sessionsIn = ({ page }: App) => regions.sessions(page).getByRole('list', { name: 'Recordings' })

const deletingIn = (app: App) => sessionsIn(app).getByRole('progressbar', { name: 'Deleting A long one' })

/** Ends Parley before the time to undo has passed, so that the deletion begins. */
async function beginDeleting(app: App): Promise<void> {
  await app.window.showRecordings()
  await sessionsIn(app).getByRole('button', { name: 'More about A long one' }).click()
  await app.page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = dialogs.deleteSession(app.page)
  await expect(question).toContainText('Canceling while it runs keeps the rest of the recording')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(app.page.getByRole('button', { name: 'Undo removing A long one' })).toBeVisible()
  await expect(sessionsIn(app).getByRole('button', { name: /A long one/ })).toHaveCount(0)
  await app.restart()
  await app.window.showRecordings()
}

test('a long session goes on being deleted after a restart, says how far that is, and everything else goes on', async ({
  app,
  dataDir,
}) => {
  await beginDeleting(app)
  await expect(deletingIn(app)).toBeVisible()
  await expect(sessionsIn(app).getByRole('button', { name: /^A long one/ })).toHaveCount(0)

  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await app.stop()
  change(dataDir, 'DROP TRIGGER hold')
  await app.restart()
  await expect(sessionsIn(app).getByRole('button', { name: 'More about Travel concierge' })).toBeVisible()
  await expect(deletingIn(app)).toHaveCount(0, { timeout: 60_000 })
})

test('a deletion can be canceled, and what is left opens and is exported as what it is', async ({
  app,
}, info) => {
  await beginDeleting(app)
  const { page } = app
  const sessions = sessionsIn(app)
  await expect.poll(async () => Number(await deletingIn(app).getAttribute('value'))).toBeGreaterThan(0)
  await sessions.getByRole('button', { name: 'Cancel deleting A long one' }).click()
  const left = sessions.getByRole('button', { name: /^A long one.*Partly deleted · [\d,]+ requests/ })
  await expect(left).toBeVisible({ timeout: 60_000 })
  await expect(left).not.toContainText('25,000')
  await left.click()
  const banner = regions.recordingShown(page)
  await expect(banner).toContainText('Partly deleted')
  const file = await exportedPage(page, info, () => banner.getByRole('button', { name: 'Export…' }).click())
  const shared = await page.context().newPage()
  await shared.goto(pathToFileURL(file).href)
  await expect(shared.getByRole('banner')).toContainText('Partly deleted')
})

test('compacting can be canceled, and what it gained is kept', async ({ app }) => {
  const { page } = app
  await app.window.showRecordings()
  await page.getByRole('button', { name: 'Space on disk' }).click()
  const disk = dialogs.spaceOnDisk(page)
  // As soon as possible: it may be over before a test detects it.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const cancel = [...document.querySelectorAll('dialog button')].find(
        ({ textContent }) => textContent === 'Cancel',
      )
      if (!(cancel instanceof HTMLElement) || document.querySelector('progress') === null) return
      observer.disconnect()
      cancel.click()
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await disk.getByRole('button', { name: 'Compact' }).click()
  await expect(disk.getByRole('status')).toHaveText('Canceled. The space gained so far is kept.')
  await disk.getByRole('button', { name: 'Compact' }).click()
  await expect(disk.getByRole('status')).toContainText(/before, .* now/, { timeout: 60_000 })
})
