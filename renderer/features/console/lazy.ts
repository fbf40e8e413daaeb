// Loaded on demand, apart from the inspector's view of an exchange.

export { ConsolePane } from './console-pane.tsx'
export { ReceiverDialog } from './webhooks/receiver/receiver-dialog.tsx'
