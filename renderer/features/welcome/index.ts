export { Recorded } from './recorded.tsx'
export { Tour } from './tour.tsx'
