export { Evidence, Reason } from './result-detail.tsx'
