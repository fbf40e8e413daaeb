export { ComparePane } from './compare/compare-pane.tsx'
export { ComposePane } from './compose/compose-pane.tsx'
export { DetailFrame } from './detail/detail-frame.tsx'
export { EntryBody } from './detail/entry-body.tsx'
export {
  type ExchangeJump,
  ExchangeTab,
  type ExchangeTabId,
  exchangeTabs,
  firstExchangeTab,
  useExchangeJump,
} from './detail/exchange-tabs.tsx'
export { ProblemDetail } from './findings/problem/problem-detail.tsx'
export { CallDetail } from './webhooks/calls/call-detail.tsx'
