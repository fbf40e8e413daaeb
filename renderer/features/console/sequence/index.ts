export { SequenceTab } from './sequence-tab.tsx'
