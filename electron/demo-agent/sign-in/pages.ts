// Pages for the traveler's browser: which application requests which scopes, and the account to allow it for.

import { ACCOUNTS, type Client, SCOPES } from './grants.ts'

/** No script, and no resources of other origins. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

interface AccessRequest {
  readonly client: Client | undefined
  readonly scopes: readonly string[]
  readonly returnsTo?: string
  readonly hidden?: Readonly<Record<string, string>>
}

export function choicePage({ client, scopes, returnsTo, hidden = {} }: AccessRequest): string {
  const name = escapeHtml(client?.name || 'An application')
  const fields = Object.entries(hidden).map(
    ([field, value]) => `<input type="hidden" name="${escapeHtml(field)}" value="${escapeHtml(value)}">`,
  )
  const buttons = Object.entries(ACCOUNTS).map(
    ([id, account]) => `<button class="allow" name="account" value="${id}">Allow as ${account}</button>`,
  )
  const requested = scopes.map(
    (scope) => `<li>${escapeHtml(SCOPES[scope] ?? scope)} <code>${escapeHtml(scope)}</code></li>`,
  )
  return page(
    `${name} requests access`,
    `<p>to your travel account, in order to:</p><ul>${requested.join('')}</ul>`,
    `<form method="post">${fields.join('')}${buttons.join('')}<button name="account" value="">Deny</button></form>`,
    returnsTo === undefined ? '' : `<p class="note">You return to ${escapeHtml(returnsTo)}.</p>`,
    '<p class="note">A demo on this machine: there are no passwords.</p>',
  )
}

export function codePage(problem?: string): string {
  return page(
    'Enter the code',
    problem === undefined
      ? '<p>The application that signs in shows it.</p>'
      : `<p class="failed" role="alert">${escapeHtml(problem)}</p>`,
    '<form><label>Code <input name="user_code" autofocus autocomplete="off"></label>',
    '<button class="allow">Continue</button></form>',
  )
}

export function donePage(sentence: string): string {
  return page('Thank you', `<p>${escapeHtml(sentence)}</p>`)
}

export function failedPage(problem: string): string {
  return page(
    'Couldn’t sign in',
    `<p class="failed" role="alert">${escapeHtml(problem)}</p>`,
    '<p>Close this page, and start again in the application.</p>',
  )
}

export function page(title: string, ...body: readonly string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Travel account</title>',
    '<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">',
    `<style>${style}</style></head><body><main><p class="brand">Travel account</p>`,
    `<h1>${title}</h1>${body.join('')}</main></body></html>\n`,
  ].join('')
}

const style = `
:root { --bg: #f5f5f3; --panel: #fff; --line: #dcdcd6; --text: #1c1d21; --muted: #5d5f68; --accent: #4a45d6; --on: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --bg: #101114; --panel: #17181c; --line: #33353d; --text: #e8e8ea; --muted: #a0a3ad; --accent: #938fff; --on: #101114; --bad: #ff7b72 }
}
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--bg); color: var(--text); font: 14px/1.5 system-ui, sans-serif }
main { display: grid; gap: 14px; width: 100%; max-width: 400px; padding: 28px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); overflow-wrap: anywhere }
h1 { font-size: 20px; font-weight: 600; line-height: 1.25 }
.brand, .note, code { color: var(--muted); font-size: 12px }
ul { display: grid; gap: 6px; padding-left: 18px }
form, label { display: grid; gap: 8px }
button, input { min-height: 36px; padding: 0 12px; border: 1px solid var(--line); border-radius: 7px; background: none; color: inherit; font: inherit }
button { cursor: pointer }
button:hover { border-color: var(--muted) }
.allow { border-color: transparent; background: var(--accent); color: var(--on); font-weight: 550 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.failed { color: var(--bad) }`

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
