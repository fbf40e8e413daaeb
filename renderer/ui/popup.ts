// The box that a button opens, for the parts of Base UI: the browser's top layer puts it above everything. It lies in the
// document beside its button, so in the same dialog and landmark: what is outside of a modal dialog is inert.

import type { RefObject } from 'react'
import './popup.css'

/** For the portal. */
export const beside = (opener: RefObject<HTMLElement | null>) => ({
  className: 'popup-portal',
  container: {
    get current() {
      return opener.current?.parentElement ?? null
    },
  },
})

/** For the positioner. */
export const onTop = {
  ref: (box: HTMLElement | null) => void box?.togglePopover(true),
  popover: 'manual',
  className: 'popup-place',
  positionMethod: 'fixed',
  // It stays where it was opened, within reach, when what its button stands in scrolls on: a chat does while an agent writes.
  disableAnchorTracking: true,
  sideOffset: 4,
  collisionPadding: 8,
} as const
