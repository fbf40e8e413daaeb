export { StatusBar } from './status-bar.tsx'
