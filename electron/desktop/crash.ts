// What the desktop says when something broke that no pane can show in its own place: that it happened, where the log is, and a report
// to take along. Native dialogs, because the page may be what broke.

import { app, type BrowserWindow, clipboard, dialog, type RenderProcessGoneDetails } from 'electron'
import type { Problems } from '#engine/diagnostics/problem-report.ts'
import { guarded } from '#engine/guarded.ts'

interface Crash {
  readonly message: string
  readonly detail: string
  readonly report: string
  /** What to do besides copying, the safest last. */
  readonly choices: readonly string[]
}

/** Answers which of the choices was made. Copying is none: the question stays. */
export async function tellCrash({ message, detail, report, choices }: Crash): Promise<string | undefined> {
  await app.whenReady()
  const buttons = ['Copy report', ...choices]
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Parley',
      message,
      detail,
      buttons,
      defaultId: buttons.length - 1,
      cancelId: buttons.length - 1,
      noLink: true,
    })
    if (response !== 0) return buttons[response]
    await clipboard.writeText(report)
  }
}

/** A page whose process ended is asked about and loaded again; the engine, and what it records, never stopped. */
export function watchPage(window: BrowserWindow, problems: Problems): void {
  const tell = async (_event: unknown, { reason, exitCode }: RenderProcessGoneDetails) => {
    if (reason === 'clean-exit') return
    const { report, logFile } = problems.report({
      what: 'The window crashed',
      message: `its process ended, ${reason} (${exitCode})`,
    })
    const choice = await tellCrash({
      message: 'The window crashed',
      detail: `Its process ended (${reason}). Recording continued, and nothing recorded is lost.\n\nThe log: ${logFile}`,
      report,
      choices: ['Quit', 'Reload'],
    })
    if (choice === 'Quit') app.quit()
    else window.reload()
  }
  window.webContents.on('render-process-gone', guarded('page gone', tell))
}
