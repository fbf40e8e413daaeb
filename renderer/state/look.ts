// The type, how much room things take and whether they move. Kept between starts by preferences.ts.

import { create } from 'zustand'

export const densities = ['compact', 'comfortable'] as const
export const motions = ['system', 'reduced'] as const
export const fonts = ['bundled', 'system'] as const

interface LookState {
  readonly density: (typeof densities)[number]
  readonly motion: (typeof motions)[number]
  readonly fonts: (typeof fonts)[number]
}

export const useLook = create<LookState>(() => ({ density: 'compact', motion: 'system', fonts: 'bundled' }))

/** Puts them on the document, whose tokens and styles follow. */
export function applyLook(): () => void {
  const { dataset } = document.documentElement
  const paint = ({ density, motion, fonts }: LookState) => {
    dataset['density'] = density
    dataset['motion'] = motion
    dataset['fonts'] = fonts
  }
  paint(useLook.getState())
  return useLook.subscribe(paint)
}

/** Before anything is laid out in them; without them, the system's take their place. */
export async function loadFonts(): Promise<void> {
  if (useLook.getState().fonts === 'system') return
  const families = ['Inter Variable', 'JetBrains Mono Variable']
  await Promise.all(families.map((family) => document.fonts.load(`13px "${family}"`))).catch(() => undefined)
}
