export { ComparePane } from './compare-pane.tsx'
export { OtherWayDialog } from './other-way-dialog.tsx'
