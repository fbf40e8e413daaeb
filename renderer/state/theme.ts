import { create } from 'zustand'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

interface ThemeState {
  readonly theme: Theme
  /** What the theme comes to now, the system's choice followed. */
  readonly shown: 'light' | 'dark'
  setTheme(theme: Theme): void
  cycle(): void
}

const prefersLight = window.matchMedia('(prefers-color-scheme: light)')

export const useTheme = create<ThemeState>((set, get) => ({
  theme: 'system',
  shown: resolve('system'),
  setTheme: (theme) => set({ theme, shown: resolve(theme) }),
  cycle: () => get().setTheme(themes[(themes.indexOf(get().theme) + 1) % themes.length] ?? 'system'),
}))

/** Puts the shown theme on the document and follows the system. */
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
