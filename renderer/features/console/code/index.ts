export { CodeView } from './code-view.tsx'
