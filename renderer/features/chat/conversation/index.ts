export { ConversationLog } from './conversation.tsx'
