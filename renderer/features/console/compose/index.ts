export { ComposeButton } from './compose-button.tsx'
export { ComposePane } from './compose-pane.tsx'
export { composedFrom } from './composed.ts'
export { useAgentInterfaces } from './use-agent-way.ts'
