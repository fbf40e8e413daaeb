// What a traveller sees in the browser: who to be, and what is asked for.

import { escapeHtml } from '../escape-html.ts'
import { ACCOUNTS, SCOPES } from './grants.ts'

export function choicePage(hidden: Readonly<Record<string, string>>, scopes: readonly string[]): string {
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const buttons = Object.entries(ACCOUNTS).map(
    ([id, name]) => `<button name="account" value="${id}">Continue as ${name}</button>`,
  )
  const wanted = scopes.map((scope) => `<li>${escapeHtml(SCOPES[scope] ?? scope)}</li>`)
  return page(
    `<p>An application wants to:</p><ul>${wanted.join('')}</ul><form method="post">${fields.join('')}${buttons.join(' ')} ` +
      '<button name="account" value="">Refuse</button></form><p><small>This is a demo: there are no passwords.</small></p>',
  )
}

export function codePage(sentence: string): string {
  return page(
    `<p>${escapeHtml(sentence)}</p><form><label>Code <input name="user_code" autofocus autocomplete="off"></label> <button>Continue</button></form>`,
  )
}

export function sentencePage(sentence: string): string {
  return page(`<p>${escapeHtml(sentence)}</p>`)
}

function page(body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Travel account</title>',
    '<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">',
    '<style>body{font:15px/1.5 system-ui;max-width:32rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.3rem .8rem}</style>',
    `</head><body><h1>Travel account</h1>${body}</body></html>\n`,
  ].join('')
}
