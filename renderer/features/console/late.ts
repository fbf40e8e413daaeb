// What is imported when it is opened, apart from what the inspector shows of an exchange.

export { ConsolePane } from './console-pane.tsx'
export { ReceiverDialog } from './webhooks/receiver/receiver-dialog.tsx'
