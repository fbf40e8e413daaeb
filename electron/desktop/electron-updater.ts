// A chunk of its own in the build, under a name that the npm package leaves out: it has no use for it.

import electronUpdater from 'electron-updater'

export const { autoUpdater } = electronUpdater
