export { Contexts } from './contexts.tsx'
