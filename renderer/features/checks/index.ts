export { ChecksTab } from './checks-tab.tsx'
export { useCheckCommands } from './use-check-commands.tsx'
