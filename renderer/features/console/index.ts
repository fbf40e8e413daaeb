export { ComparePane } from './compare/compare-pane.tsx'
export { useComposeCommand } from './compose/compose-button.tsx'
export { ComposePane } from './compose/compose-pane.tsx'
export { ConsolePane } from './console-pane.tsx'
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
export { ExchangeStatus } from './exchange-status.tsx'
export { CallName } from './list/exchange-cells.tsx'
export { useAgentNames } from './use-agent-names.ts'
export { CallDetail } from './webhooks/calls/call-detail.tsx'
