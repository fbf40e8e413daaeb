export { composedFrom } from './composed.ts'
export { OtherInterfaceDialog } from './other-interface-dialog.tsx'
