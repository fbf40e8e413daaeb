// Fonts, density and motion. Stored by preferences.ts.

import { create } from 'zustand'

export const themes = ['system', 'light', 'dark'] as const

const prefersLight = window.matchMedia('(prefers-color-scheme: light)')

export const useTheme = create<ThemeState>((set, get) => ({
  theme: 'system',
  shown: resolve('system'),
  setTheme: (theme) => set({ theme, shown: resolve(theme) }),
  cycle: () => get().setTheme(themes[(themes.indexOf(get().theme) + 1) % themes.length] ?? 'system'),
}))

export const densities = ['compact', 'comfortable'] as const
export const motions = ['system', 'reduced'] as const
export const fonts = ['bundled', 'system'] as const

interface LookState {
  readonly density: (typeof densities)[number]
  readonly motion: (typeof motions)[number]
  readonly fonts: (typeof fonts)[number]
}

export const useLook = create<LookState>(() => ({ density: 'compact', motion: 'system', fonts: 'bundled' }))

/** Sets them as attributes of the document, on which the style sheets depend. */
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

/** Called before the first layout; where a font fails to load, a system font takes its place. */
export async function loadFonts(): Promise<void> {
  if (useLook.getState().fonts === 'system') return
  const families = ['Inter Variable', 'JetBrains Mono Variable']
  await Promise.all(families.map((family) => document.fonts.load(`13px "${family}"`))).catch(() => undefined)
}

type Theme = (typeof themes)[number]

interface ThemeState {
  readonly theme: Theme
  /** The theme in effect; `system` is resolved. */
  readonly shown: 'light' | 'dark'
  setTheme(theme: Theme): void
  cycle(): void
}

/** Sets the theme in effect on the document and follows the system's. */
export function applyTheme(): () => void {
  const paint = ({ shown }: ThemeState) => {
    document.documentElement.dataset['theme'] = shown
  }
  const onSystem = () => useTheme.getState().setTheme(useTheme.getState().theme)
  paint(useTheme.getState())
  const stop = useTheme.subscribe(paint)
  prefersLight.addEventListener('change', onSystem)
  return () => {
    stop()
    prefersLight.removeEventListener('change', onSystem)
  }
}

function resolve(theme: Theme): 'light' | 'dark' {
  if (theme !== 'system') return theme
  return prefersLight.matches ? 'light' : 'dark'
}
