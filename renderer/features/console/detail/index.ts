export { DetailFrame } from './detail-frame.tsx'
export { EntryBody } from './entry-body.tsx'
export {
  ExchangeTab,
  type ExchangeTabId,
  exchangeTabs,
  firstExchangeTab,
  useExchangeJump,
  useFollowedTab,
} from './exchange-tabs.tsx'
