// Imported before uPlot, which asks Intl for the browser's language while it is loaded. A Chromium without a locale names one
// that Intl refuses, `en-US@posix`, and nothing of the window would come up.

if (!isValid(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en' })

function isValid(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1
  } catch {
    return false
  }
}
