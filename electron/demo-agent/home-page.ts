import { DEMO_TOKEN } from './caller.ts'
import { escapeHtml } from './escape-html.ts'
import { SCENES, TRAVELLER_SCENES } from './scene-table.ts'

/** For whoever opens the agent's address in a browser: the prompts, and what each shows. */
export function homePage(): string {
  const rows = [...SCENES, ...TRAVELLER_SCENES].map(
    ({ prompts, description }) =>
      `<tr><td>${escapeHtml(prompts.join(', '))}</td><td>${escapeHtml(description)}</td></tr>`,
  )
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Travel concierge</title>',
    '<style>body{font:15px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}',
    'td{padding:.4rem .8rem .4rem 0;vertical-align:top;border-top:1px solid #8884}td:first-child{font-weight:600}</style></head>',
    '<body><h1>Travel concierge</h1><p>An A2A agent that runs on this machine. Send it any of these:</p>',
    `<table>${rows.join('')}</table>`,
    `<p>Bearer token for the extended card: <code>${DEMO_TOKEN}</code></p>`,
    '</body></html>',
    '',
  ].join('\n')
}
