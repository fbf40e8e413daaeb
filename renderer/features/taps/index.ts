export { TapsDialog } from './taps-dialog.tsx'
export { TapsSection } from './taps-section.tsx'
