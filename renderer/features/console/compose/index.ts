export { composedFrom } from './composed.ts'
export { OtherWayDialog } from './other-way-dialog.tsx'
