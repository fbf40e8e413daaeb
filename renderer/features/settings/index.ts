export { Settings } from './settings.tsx'
export { SpanDialogs } from './span-dialogs.tsx'
