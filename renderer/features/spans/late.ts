// What is imported when it is opened, apart from what the inspector shows of an exchange.

export { ReceiveDialog } from './receive-dialog.tsx'
export { UnknownTraces } from './unknown-traces.tsx'
