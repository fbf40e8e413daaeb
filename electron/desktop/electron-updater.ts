// A separate chunk of the build, under a name that the npm package excludes.

import electronUpdater from 'electron-updater'

export const { autoUpdater } = electronUpdater
