export { callsOf, composedOf, linesOf } from './request-template.ts'
