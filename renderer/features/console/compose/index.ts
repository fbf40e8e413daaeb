export { composedFrom } from './composed.ts'
export { OtherWayDialog } from './other-interface-dialog.tsx'
