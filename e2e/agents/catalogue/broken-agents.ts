// The agents of `broken/`, wrong below HTTP or TLS, as the command line lists them. A new one there has no sentence here
// and does not compile.

import { type BrokenAgentName, brokenAgent, brokenAgentNames } from '../broken/broken-agent.ts'
import type { Listed } from './named-agent.ts'

const does: Readonly<Record<BrokenAgentName, string>> = {
  refused: 'Is no longer there',
  'unknown-name': 'Has a host name nobody knows',
  'reset-at-once': 'Resets every connection',
  'closes-without-answer': 'Reads the request and closes',
  'resets-without-answer': 'Reads the request and resets',
  'silent-before-head': 'Reads the request and says nothing',
  'silent-in-head': 'Falls silent in its first header',
  'silent-in-handshake': 'Never begins the TLS handshake',
  'unknown-authority': 'Has a certificate of an authority nobody trusts',
  'wrong-name': 'Has a certificate for another name',
  expired: 'Has a certificate that has expired',
  'no-tls-on-https': 'Speaks plain HTTP where TLS is expected',
  'wants-client-certificate': 'Asks for a client certificate',
  'endless-headers': 'Sends headers without end',
  'not-http': 'Speaks another protocol',
  'header-garbage': 'Has headers that are none',
  'redirect-loop': 'Redirects to itself',
  'redirect-to-file': 'Redirects to a file',
  'redirect-to-nowhere': 'Redirects to what is no address',
  'redirect-turns-post-into-get': 'Redirects with 302, after which a POST becomes a GET',
  'shorter-than-announced': 'Sends less than its Content-Length',
  'longer-than-announced': 'Sends more than its Content-Length',
  'reset-mid-body': 'Resets in the middle of a body of known length',
  'reset-in-unbounded-body': 'Resets in the middle of a body of unknown length',
  'silent-mid-body': 'Falls silent in the middle of its body',
  'chunked-garbage': 'Breaks the chunked encoding',
  'gzip-bomb': 'Sends a little that inflates to very much',
  'not-gzip': 'Says gzip and sends something else',
  'unknown-encoding': 'Uses a content encoding nobody knows',
  'hundred-megabytes': 'Answers with a hundred megabytes',
  html: 'Answers calls with a web page',
  'silent-before-first-frame': 'Opens a stream and says nothing',
  'silent-mid-frame': 'Falls silent in the middle of an event',
  'ends-mid-frame': 'Ends in the middle of an event',
  'resets-mid-frame': 'Resets in the middle of an event',
  'byte-by-byte': 'Streams one byte a second',
  'not-utf8': 'Streams bytes that are not UTF-8',
  'nul-bytes': 'Streams NUL characters',
  'not-json': 'Streams events that are not JSON',
  'endless-frame': 'Sends one event without end',
  flood: 'Sends as many events as the reader takes',
  'untyped-stream': 'Streams without a media type',
  ndjson: 'Streams lines of JSON',
}

export const brokenAgents: readonly Listed[] = brokenAgentNames.map((name) => ({
  name: `wire-${name}`,
  does: does[name],
  mirrors: '§9.5',
  start: () => brokenAgent(name),
}))
