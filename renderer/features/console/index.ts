export { ConsolePane } from './console-pane.tsx'
