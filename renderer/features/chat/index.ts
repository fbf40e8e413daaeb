export { ChatPane } from './chat-pane.tsx'
export { useCurrentConversation } from './use-conversation.ts'
