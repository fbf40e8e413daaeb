export { ChatPane } from './chat-pane.tsx'
export { useCurrentConversation } from './use-conversation.ts'
export { useSay } from './use-say.ts'
