/** The value that a token of the theme has now, by its name without dashes. */
export function themeColour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
}
