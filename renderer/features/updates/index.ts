export { UpdatesDialog } from './updates-dialog.tsx'
