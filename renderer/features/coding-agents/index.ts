export { AttachedAgents } from './attached-agents.tsx'
