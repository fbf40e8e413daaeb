export { AgentsPane } from './agents-pane.tsx'
export { CardPane } from './card-pane.tsx'
export { Toolbar } from './toolbar.tsx'
export { useDiscovery, useSelectedAgent } from './use-agent.ts'
