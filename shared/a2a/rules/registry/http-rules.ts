import { rule } from './rule.ts'

export const httpRules = {
  'AUTH-SERVER-002': rule({
    title: 'A request without credentials is refused',
    severity: 'warning',
    section: 'challenge',
    meaning:
      'The card requires credentials for each request, but one without any got a result: any program that reaches the agent can do the same.',
    hint: 'Authenticate every request and refuse those without credentials (401, gRPC UNAUTHENTICATED), or add an empty security requirement to the card where none are needed.',
  }),
  'JSONRPC-FMT-002': rule({
    title: 'JSON-RPC is served as application/json',
    severity: 'warning',
    section: 'JSON-RPC',
    meaning: 'Clients that look at the content type before parsing will not read the answer.',
    hint: 'Send `Content-Type: application/json`.',
  }),
  'HTTP_JSON-SVC-001': rule({
    title: 'REST bodies are application/json or application/a2a+json',
    severity: 'warning',
    section: 'REST',
    meaning: '1.0.0 says `application/json`, 1.0.1 `application/a2a+json`; both are accepted.',
    hint: 'Send `Content-Type: application/a2a+json` or `application/json`.',
  }),
  'PARLEY-HTTP-001': rule({
    title: 'The response is HTML',
    severity: 'error',
    also: ['warning'],
    section: 'REST',
    meaning: 'A web page where JSON was expected: a wrong path, a login page or a proxy’s error.',
    hint: 'Check the URL, and whether a proxy or a login page is in front of the agent.',
  }),
  'PARLEY-HTTP-002': rule({
    title: 'The response isn’t JSON',
    severity: 'error',
    also: ['warning'],
    section: 'REST',
    meaning:
      'The body cannot be parsed, so neither a result nor the reason of the failure reaches the client.',
    hint: 'Send JSON, for errors too.',
  }),
  'PARLEY-HTTP-003': rule({
    title: 'The content type fits the body',
    severity: 'warning',
    section: 'cards',
    meaning: 'The body is JSON, but the content type says something else, or nothing.',
    hint: 'Send `Content-Type: application/json`.',
  }),
  'PARLEY-HTTP-004': rule({
    title: 'No byte order mark',
    severity: 'warning',
    section: 'REST',
    meaning: 'JSON on the network must not begin with a byte order mark; some parsers refuse it.',
    hint: 'Encode as UTF-8 without a mark.',
  }),
  'PARLEY-HTTP-005': rule({
    title: 'JSON where a stream was expected',
    severity: 'warning',
    section: 'stream',
    meaning:
      'A streaming request got its result as a single JSON response. An error may come so; a result is streamed.',
    hint: 'Send the result as server-sent events: `Content-Type: text/event-stream`, each item in the `data:` of one event.',
  }),
  'PARLEY-HTTP-006': rule({
    title: 'A stream where JSON was expected',
    severity: 'warning',
    section: 'send',
    meaning: 'A call that doesn’t stream was answered with server-sent events.',
    hint: 'Send a single JSON response to requests that don’t stream.',
  }),
  'PARLEY-HTTP-007': rule({
    title: 'A stream of JSON lines',
    severity: 'warning',
    section: 'REST stream',
    meaning: 'The items come as newline-delimited JSON, which A2A does not define.',
    hint: 'Send server-sent events: `Content-Type: text/event-stream`, each item in the `data:` of one event.',
  }),
  'PARLEY-HTTP-008': rule({
    title: 'A JSON-RPC answer has status 200',
    severity: 'info',
    section: 'JSON-RPC',
    meaning: 'The error is in the body; an HTTP error status on top hides it from clients that stop there.',
    hint: 'Answer JSON-RPC errors with status 200.',
  }),
  'PARLEY-HTTP-009': rule({
    title: 'A 401 says how to authenticate',
    severity: 'warning',
    section: 'challenge',
    meaning: 'Without `WWW-Authenticate` the client can only guess which scheme is wanted.',
    hint: 'Send `WWW-Authenticate` with the scheme to use, as in `Bearer`, with every 401.',
  }),
  'PARLEY-HTTP-010': rule({
    title: 'The response is in the version requested',
    severity: 'warning',
    section: 'asked version',
    meaning: 'The response carries another `A2A-Version` than the request.',
    hint: 'Answer in the version requested, or with VersionNotSupportedError.',
  }),
  'PARLEY-HTTP-011': rule({
    title: 'The response is empty',
    severity: 'error',
    also: ['warning'],
    section: 'REST',
    meaning: 'The call has a result, but no body came.',
    hint: 'Send the result or the error as JSON.',
  }),
  'PARLEY-HTTP-012': rule({
    title: 'A success has a status of success',
    severity: 'warning',
    section: 'REST error',
    meaning: 'The HTTP status and the body contradict each other.',
    hint: 'Use 2xx for results and 4xx or 5xx for errors.',
  }),
  'PARLEY-HTTP-013': rule({
    title: 'A member appears once in its object',
    severity: 'warning',
    section: { version: 'RFC 8259', section: '4' },
    meaning:
      'Of two members with one name some readers take the first, some the last, and strict ones refuse both.',
    hint: 'Send each member once.',
  }),
  'PARLEY-HTTP-014': rule({
    title: 'What is sent is UTF-8',
    severity: 'error',
    section: { version: 'RFC 8259', section: '8.1' },
    meaning: 'JSON on the network is UTF-8; bytes that are none are lost, or the whole document is refused.',
    hint: 'Encode as UTF-8, and do not cut a character when splitting text.',
  }),
  'PARLEY-HTTP-015': rule({
    title: 'A call is accepted in the form of its version',
    severity: 'error',
    section: 'push set',
    meaning:
      'The call was refused as this version writes it, and accepted in another form, which Parley sent next. Other clients send the first alone.',
    hint: 'Accept the request in the form that the version gives it.',
  }),
} as const
