export { CallName } from './call-name.tsx'
export { ComposeButton, useComposeCommand } from './compose-button.tsx'
export { ExchangeStatus, timeColumn } from './exchange-status.tsx'
export { useAgentNames } from './use-agent-names.ts'
