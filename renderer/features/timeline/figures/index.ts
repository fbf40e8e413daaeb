export { figuresOf } from './figure-list.tsx'
