export { callsOf, composedOf } from './request-template.ts'
