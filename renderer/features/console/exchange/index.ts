export { decodeAnswer, decodeRequest } from './decode-body.ts'
export { type ExchangeParts, exchangePartsOf } from './exchange-parts.ts'
export { ExchangeStatus } from './exchange-status.tsx'
export { timeColumn } from './time-column.tsx'
