export { StoredLine } from './stored-line.tsx'
