export { NetworkChip } from './network-chip.tsx'
export { NetworkDialog } from './network-dialog.tsx'
