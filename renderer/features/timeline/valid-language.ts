// Imported before uPlot, which passes the browser's language to Intl when it is loaded. A Chromium without a locale has the
// language `en-US@posix`, which Intl refuses, and the window would fail.

if (!isValid(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en' })

function isValid(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1
  } catch {
    return false
  }
}
