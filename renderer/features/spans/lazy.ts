// Loaded on demand, apart from the inspector's view of an exchange.

export { ReceiveDialog } from './receive-dialog.tsx'
export { UnknownTraces } from './unknown-traces.tsx'
