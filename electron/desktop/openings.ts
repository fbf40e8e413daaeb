// What the system hands over to a running Parley: the command line of a second start and, on macOS, a clicked link or file. They
// may come before the app is ready, so the listening begins before that; the engine gets them once it is there.

import { app, type BrowserWindow } from 'electron'
import { guarded } from '#engine/guarded.ts'
import type { Openings } from '#engine/openings.ts'
import type { Opening } from '#shared/contract/opening.ts'

export function listenToSystem(openingOf: (argv: readonly string[], folder?: string) => Opening | undefined) {
  const early: Opening[] = []
  let deliver = (opening: Opening | undefined) => {
    if (opening) early.push(opening)
  }
  const take = (event: { preventDefault(): void }, link: string) => {
    event.preventDefault()
    deliver(openingOf([process.execPath, link]))
  }
  app.on(
    'second-instance',
    guarded('second start', (_event, argv, folder) => deliver(openingOf(argv, folder))),
  )
  app.on('open-file', guarded('open file', take))
  app.on('open-url', guarded('open link', take))
  return {
    /** From now on openings reach the engine, and the window comes to the front for them. */
    deliverTo(engine: Openings, window: BrowserWindow): void {
      for (const opening of early) engine.ask(opening)
      deliver = (opening) => {
        if (window.isMinimized()) window.restore()
        window.focus()
        if (opening) engine.ask(opening)
      }
    },
  }
}
