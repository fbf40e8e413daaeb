export { AgentsPane } from './agents-pane.tsx'
export { CardPane } from './card-pane.tsx'
export { Toolbar } from './toolbar.tsx'
export { useDiscovery, useSelectedAgent, useStartDemo } from './use-agent.ts'
