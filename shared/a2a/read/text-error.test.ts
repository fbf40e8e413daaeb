import { expect, test } from 'vitest'
import type { AgentError } from '../model.ts'
import { readTextError } from './error.ts'

test.each<[string, string, number, AgentError]>([
  [
    'plain text (FastA2A)',
    'Internal Server Error',
    500,
    { message: 'Internal Server Error', httpStatus: 500 },
  ],
  [
    'text that names the error',
    'Task not found\n',
    404,
    { code: -32001, message: 'Task not found', httpStatus: 404 },
  ],
  [
    'a page (Express)',
    '<!DOCTYPE html>\n<html><head><title>Error</title></head><body><pre>Cannot GET /x</pre></body></html>',
    404,
    { message: 'Cannot GET /x', httpStatus: 404 },
  ],
  [
    'a page (gateway)',
    '<html><head><TITLE>502 Bad Gateway</TITLE></head></html>',
    502,
    { message: '502 Bad Gateway', httpStatus: 502 },
  ],
  [
    'a page with entities (Werkzeug, Express with a stack)',
    '<!DOCTYPE html><html><body><pre class="x">TypeError: can&#39;t read &quot;x&quot; &amp;lt; y<br> &nbsp; &nbsp;at f (/a.js:1)</pre></body></html>',
    500,
    { message: 'TypeError: can\'t read "x" &lt; y\nat f (/a.js:1)', httpStatus: 500 },
  ],
  [
    'a page with a title, and more beside it',
    '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr><p>The upstream &quot;planner&quot; closed.</p></body></html>',
    502,
    { message: '502 Bad Gateway\nThe upstream "planner" closed.', httpStatus: 502 },
  ],
  [
    'a page without title or heading',
    '<html><head><style>p { color: red }</style></head><body class="e"><p>Out of <b>credit</b></p><p>Try later &#x2192; now</p></body></html>',
    402,
    { message: 'Out of credit\nTry later → now', httpStatus: 402 },
  ],
  [
    'a page whose entities are none',
    '<h1>&unknown; &#1114112; &#99999999;</h1>',
    500,
    { message: '&unknown; &#1114112; &#99999999;', httpStatus: 500 },
  ],
  ['a page that says nothing', '<div>', 500, { message: '', httpStatus: 500 }],
  ['nothing', '', 503, { message: '', httpStatus: 503 }],
  ['a megabyte', 'x'.repeat(1_000_000), 500, { message: 'x'.repeat(500), httpStatus: 500 }],
])('%s', (_, text, httpStatus, error) => {
  expect(readTextError(text, httpStatus)).toEqual(error)
})
