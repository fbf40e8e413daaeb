export { Settings, SpanDialogs } from './settings.tsx'
