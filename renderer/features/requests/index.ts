export { CallName, useAgentNames } from './call-name.tsx'
export { ComposeButton, useComposeCommand } from './compose-button.tsx'
export { CopyForAgent, copyForAgent, type ProblemToCopy } from './copy-for-agent.tsx'
export { ExchangeStatus, timeColumn } from './exchange-status.tsx'
