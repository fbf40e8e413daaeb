// Messages between the stand-in (in the process of the main bundle) and the spec (which controls the browser).

import type { Rectangle } from 'electron'

/** One item of the native menu, flattened. */
export interface MenuItemFacts {
  readonly id: string | undefined
  readonly label: string | undefined
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly enabled: boolean
}

export type FromMain =
  | {
      readonly kind: 'load'
      readonly url: string
      readonly bounds: Partial<Rectangle>
      readonly preferences: unknown
    }
  | { readonly kind: 'port'; readonly channel: string; readonly portId: number }
  | { readonly kind: 'port-message'; readonly portId: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly portId: number }
  | { readonly kind: 'menu'; readonly items: readonly MenuItemFacts[] }
  | { readonly kind: 'asked'; readonly message: string; readonly detail: string }
  | { readonly kind: 'opened-external'; readonly url: string }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'reloaded' }
  | { readonly kind: 'focused' }
  /** An argument that the main bundle passed to Electron once: `what` is the function's name. */
  | { readonly kind: 'passed'; readonly what: string; readonly value: unknown }
  | { readonly kind: 'verdict'; readonly id: number; readonly verdict: unknown }

export type ToMain =
  | { readonly kind: 'send'; readonly channel: string; readonly from: 'page' | 'frame' | 'stranger' }
  | { readonly kind: 'port-message'; readonly portId: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly portId: number }
  | { readonly kind: 'choose-menu-item'; readonly id: string }
  | { readonly kind: 'answer-dialogs'; readonly button: number }
  | {
      readonly kind: 'try'
      readonly id: number
      readonly what:
        | 'navigate'
        | 'redirect'
        | 'open-window'
        | 'webview'
        | 'permission'
        | 'permission-check'
        | 'device'
      /** The permission. */
      readonly name: string
    }
  | { readonly kind: 'second-start'; readonly argv: readonly string[] }
  | { readonly kind: 'clicked-file'; readonly path: string }
  | { readonly kind: 'clicked-link'; readonly url: string }
  | { readonly kind: 'page-process-gone' }
  | { readonly kind: 'close-window' }
