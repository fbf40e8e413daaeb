export { TapsDialog } from './taps-dialog.tsx'
