// A request as a call of `fetch`, for a browser's console or Node.

import type { SentBody, SentRequest } from './sent-request.ts'

export function fetchCode({ method, url, headers, body }: SentRequest): string {
  return [
    `const response = await fetch(${stringLiteral(url)}, {`,
    `  method: ${stringLiteral(method)},`,
    '  headers: [',
    ...headers.map(([name, value]) => `    [${stringLiteral(name)}, ${stringLiteral(value)}],`),
    '  ],',
    ...(body === undefined ? [] : [`  body: ${bodyCode(body)},`]),
    '})',
    'console.log(response.status)',
    'const text = new TextDecoder()',
    'for await (const chunk of response.body ?? []) console.log(text.decode(chunk, { stream: true }))',
  ].join('\n')
}

/** As bytes: for a string `fetch` would declare text/plain. */
function bodyCode(body: SentBody): string {
  if (body.kind === 'text') return `new TextEncoder().encode(${stringLiteral(body.text)})`
  return `Uint8Array.from(atob(${stringLiteral(body.base64)}), (char) => char.charCodeAt(0))`
}

/** A string literal for JavaScript and Python: printable ASCII, everything else escaped. */
export function stringLiteral(text: string): string {
  return asAscii(JSON.stringify(text))
}

/** JSON is JavaScript: anything but ASCII is inside its strings. */
export function asAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
