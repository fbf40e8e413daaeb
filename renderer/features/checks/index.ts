export { ChecksPane } from './checks-pane.tsx'
export { useCheckCommands } from './use-check-commands.tsx'
