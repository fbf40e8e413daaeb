// What is imported when it is opened, apart from what the inspector shows of an exchange.

export { ReceiveDialog } from './receiver/receive-dialog.tsx'
export { UnknownTraces } from './unknown/unknown-traces.tsx'
