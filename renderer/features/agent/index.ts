import { latePane } from '../../ui/lazy-part.tsx'

export { ConnectionFailed } from './card/connection-failed.tsx'
export { useCardCommands } from './card/use-card-commands.ts'
export { showCard } from './card-view.ts'
export { bindingName, dialectName } from './interface-name.ts'
export { stateSentence } from './kept-words.ts'
export { AgentsPane } from './list/agents-pane.tsx'
export { ClientCertificateField } from './network/client-certificate.tsx'
export {
  type RouteDraft,
  RouteFields,
  routeDraft,
  routeIn,
  TimeoutFields,
  timeoutsIn,
  timeoutTexts,
} from './network/route-fields.tsx'
export { useOpenDialog } from './open-dialog.ts'
export { useSignIn } from './sign-in/index.ts'
export { TakeOpenings } from './take-openings.tsx'
export { Toolbar } from './toolbar/toolbar.tsx'
export {
  useAgents,
  useFollowCard,
  useRefreshAgents,
  useSelectedAgent,
  useStartDemo,
} from './use-agent.ts'
export {
  useAgentSettings,
  useConfigure,
  useDiscovery,
  useReach,
  useShowAllCurrent,
  useSubstitute,
} from './use-discovery.ts'

export const CardPane = latePane('Agent card', 'the agent card', () =>
  import('./card/card-pane.tsx').then((module) => module.CardPane),
)
export const SignInHere = latePane(
  'Sign in',
  'the sign-in',
  () => import('./sign-in/sign-in-dialog.tsx').then((module) => module.SignInHere),
  { className: 'stack' },
)
