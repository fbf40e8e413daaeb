export { TapsDialog, TapsSection } from './taps-section.tsx'
