export { SessionFiles } from './file/files.tsx'
export { RecordingChip } from './recording-chip.tsx'
export { RecordingBanner, SessionTabs } from './session-tabs.tsx'
export { SessionsPane } from './sessions-pane.tsx'
