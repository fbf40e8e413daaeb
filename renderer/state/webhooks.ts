// What this window shows of the webhooks: which of the three lists, and what is chosen in them.

import { create } from 'zustand'

export type WebhookList = 'calls' | 'configurations' | 'noise'

interface WebhooksState {
  readonly list: WebhookList
  /** Only calls of this configuration. */
  readonly ofConfigId: string | undefined
  readonly filter: string
  readonly configId: string | undefined
  /** Its silence is looked into as soon as it is shown. */
  readonly diagnosedId: string | undefined
  show(list: WebhookList): void
  showCallsOf(configId: string | undefined): void
  setFilter(filter: string): void
  chooseConfiguration(configId: string | undefined): void
}

export const useWebhooks = create<WebhooksState>((set) => ({
  list: 'calls',
  ofConfigId: undefined,
  filter: '',
  configId: undefined,
  diagnosedId: undefined,
  show: (list) => set({ list }),
  showCallsOf: (ofConfigId) => set({ list: 'calls', ofConfigId }),
  setFilter: (filter) => set({ filter }),
  chooseConfiguration: (configId) => set({ list: 'configurations', configId }),
}))
