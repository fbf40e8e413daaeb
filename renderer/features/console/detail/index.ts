export { ExchangeDetail } from './exchange-detail.tsx'
