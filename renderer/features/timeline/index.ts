export { TimelinePane } from './timeline-pane.tsx'
