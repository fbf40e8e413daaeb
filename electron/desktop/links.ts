import { type BrowserWindow, dialog, shell } from 'electron'
import { Fault } from '#shared/contract/fault.ts'

/** Shows where a link goes and opens it in the user's browser if they say yes. Only http and https, whatever was asked. */
export async function openLink(
  window: BrowserWindow | undefined,
  link: string,
): Promise<{ readonly opened: boolean }> {
  const url = new URL(link)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Fault('bad-input', `Parley opens http and https links only, not ${url.protocol}`)
  }
  const question = {
    type: 'question' as const,
    message: `Open ${url.host} in your browser?`,
    detail: url.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  }
  const { response } = window
    ? await dialog.showMessageBox(window, question)
    : await dialog.showMessageBox(question)
  if (response !== 0) return { opened: false }
  await shell.openExternal(url.href)
  return { opened: true }
}
