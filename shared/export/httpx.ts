// A request as a few lines of Python with httpx.

import { certificateFile, keyFile, type SentBody, type SentRequest } from './sent-request.ts'

export function httpxCode({ method, url, headers, body, clientCertificate }: SentRequest): string {
  return [
    ...(body?.kind === 'bytes' ? ['import base64'] : []),
    ...(clientCertificate ? ['import ssl'] : []),
    ...(body?.kind === 'bytes' || clientCertificate ? [''] : []),
    'import httpx',
    '',
    ...(clientCertificate
      ? [
          'context = ssl.create_default_context()',
          `context.load_cert_chain(${python(certificateFile)}, ${python(keyFile)})`,
          '',
        ]
      : []),
    'with httpx.stream(',
    `    ${python(method)},`,
    `    ${python(url)},`,
    '    headers=[',
    ...headers.map(([name, value]) => `        (${python(name)}, ${headerValue(value)}),`),
    '    ],',
    ...(body === undefined ? [] : [`    content=${contentOf(body)},`]),
    ...(clientCertificate ? ['    verify=context,'] : []),
    '    timeout=None,',
    ') as response:',
    '    print(response.status_code)',
    '    for text in response.iter_text():',
    '        print(text, end="")',
  ].join('\n')
}

/** Printable ASCII; a character beyond 16 bits needs Python's own escape, where half a surrogate pair is invalid. */
export function python(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u{10ffff}]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** Headers are sent as one byte a character. */
function headerValue(value: string): string {
  return /^[\x20-\x7e\t]*$/.test(value) ? python(value) : `${python(value)}.encode("latin-1")`
}

function contentOf(body: SentBody): string {
  return body.kind === 'text' ? `${python(body.text)}.encode()` : `base64.b64decode(${python(body.base64)})`
}
