// The agents of `broken/`, which break HTTP, TLS or gRPC, with a sentence for the command line. A new agent there does not
// compile without one.

import { agent } from '../agent.ts'
import { type BrokenAgentName, brokenAgent, brokenAgentNames } from '../broken/broken-agent.ts'
import { type BrokenGrpcName, brokenGrpcAgent, brokenGrpcNames } from '../broken/grpc.ts'
import type { Listed, Started } from './named-agent.ts'

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

const grpcDoes: Readonly<Record<BrokenGrpcName, string>> = {
  'compressed-unannounced': 'Marks a message as compressed and names no encoding',
  'compressed-as-identity': 'Marks a message as compressed with identity',
  zstd: 'Compresses with zstd',
  'unknown-encoding': 'Compresses with an encoding nobody knows',
  'second-message-compressed': 'Sends a sound message, then one that cannot be unpacked',
  'not-gzip': 'Says gzip and sends something else',
  'gzip-bomb': 'Sends a little that inflates to very much',
  'unknown-flag': 'Has a compression flag that is neither 0 nor 1',
  'length-too-long': 'Announces more bytes than it sends',
  'length-of-4-gigabytes': 'Announces a message of four gigabytes',
  'no-status': 'Ends without a status',
  'no-trailers': 'Ends without trailers',
  'status-not-a-number': 'Has a status in words',
  'status-out-of-range': 'Has a status nobody knows',
  'status-negative': 'Has a negative status',
  'message-not-percent-encoded': 'Has a status message that does not decode',
  'details-not-protobuf': 'Has status details that are no message',
  'binary-metadata-not-base64': 'Has binary metadata that are none',
  'http-500': 'Answers with HTTP 500 and a web page',
  'http-204': 'Answers with HTTP 204',
  'plain-body': 'Answers with plain text',
  'reset-before-head': 'Resets the stream before its head',
  'reset-after-message': 'Resets the stream after a message',
  'goes-away': 'Sends GOAWAY instead of an answer',
  'hangs-up': 'Closes the connection instead of answering',
}

export const brokenAgents: readonly Listed[] = [
  ...brokenAgentNames.map((name) => ({
    name: `wire-${name}`,
    does: does[name],
    mirrors: '§9.5',
    start: () => brokenAgent(name),
  })),
  ...brokenGrpcNames.map((name) => ({
    name: `grpc-${name}`,
    does: grpcDoes[name],
    mirrors: '§9.5',
    start: () => behindCard(name),
  })),
]

/** A valid card that leads to a broken gRPC agent. */
async function behindCard(name: BrokenGrpcName): Promise<Started> {
  const broken = await brokenGrpcAgent(name)
  const supportedInterfaces = [{ url: broken.url, protocolBinding: 'GRPC', protocolVersion: '1.0' }]
  const card = await agent({ name: `grpc-${name}`, dialect: '1.0-grpc', card: { supportedInterfaces } })
  return {
    url: card.url,
    async close() {
      await card.close()
      await broken.close()
    },
  }
}
