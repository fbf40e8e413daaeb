import { latePane } from '../../ui/lazy-part.tsx'

export { useCheckCommands } from './use-check-commands.tsx'

export const ChecksPane = latePane('Checks', 'the checks', () =>
  import('./checks-pane.tsx').then((module) => module.ChecksPane),
)
