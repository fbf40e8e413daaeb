export { CardPane } from './card/card-pane.tsx'
export { stateSentence } from './kept-words.ts'
export { AgentsPane } from './list/agents-pane.tsx'
export {
  ClientCertificateField,
  type RouteDraft,
  RouteFields,
  routeDraft,
  routeIn,
  TimeoutFields,
  timeoutsIn,
  timeoutTexts,
} from './network/index.ts'
export { useOpenDialog } from './open-dialog.ts'
export { TakeOpenings } from './take-openings.tsx'
export { Toolbar } from './toolbar/toolbar.tsx'
export { useAgents, useRefreshAgents, useSelectedAgent, useStartDemo } from './use-agent.ts'
export { useAgentSettings, useConfigure, useDiscovery, useShowAllCurrent } from './use-discovery.ts'
export { bindingName, dialectName } from './ways.ts'
