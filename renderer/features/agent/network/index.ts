export { NetworkChip } from './network-chip.tsx'
export { NetworkDialog } from './network-dialog.tsx'
export { TimeoutFields, timeoutsIn, timeoutTexts } from './timeout-fields.tsx'
