export { ChatPane } from './chat-pane.tsx'
export { useCalls } from './use-calls.ts'
export { useCurrentConversation } from './use-conversation.ts'
export { useSay } from './use-say.ts'
