import type { Page, TestInfo } from '@playwright/test'
import { dialogs } from './places.ts'

/** Exports the shown session as a page; returns the path of the file. `open` opens the dialog. */
export async function exportedPage(page: Page, info: TestInfo, open: () => Promise<void>): Promise<string> {
  await open()
  const dialog = dialogs.exportSession(page)
  await dialog.getByRole('radio', { name: /A web page/ }).check()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = info.outputPath('session.html')
  await (await download).saveAs(file)
  return file
}
