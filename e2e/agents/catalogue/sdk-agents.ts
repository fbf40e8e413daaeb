// The official SDKs, FastA2A and Baidu Qianfan, as measured or documented.

import { fastA2a, fastA2a06, fastA2aScript } from '../quirks/fasta2a.ts'
import { filesAsText } from '../quirks/files-as-text.ts'
import { express, uvicorn } from '../quirks/heads.ts'
import { qianfan, qianfanPath, qianfanScript } from '../quirks/qianfan.ts'
import { js13, js13Rest, js0314, leakedTypeErrors } from '../quirks/sdk-js.ts'
import { py11, py11Alone, py11Compat, py0326, py0326Rest } from '../quirks/sdk-python.ts'
import { finalCallOnly, tokenOnly } from '../quirks/webhook-wrongs.ts'
import { ask, chunks, direct, kitScript } from '../scripts.ts'
import { withOldView } from './dialect-agents.ts'
import { type NamedAgent, named } from './named-agent.ts'

/** Python's executor repeats the artifact's name in every chunk. */
const pythonWords = { hi: chunks({ nameAll: true }), direct: direct('direct') }

export const sdkAgents: readonly NamedAgent[] = [
  named('fasta2a-0.5', '§9.1', 'Answers 500 text to anything it does not know and is always only submitted', {
    dialect: '0.2.5',
    script: fastA2aScript,
    quirks: [fastA2a, uvicorn],
  }),
  named('fasta2a-0.6', '§9.1', 'The same with the card at agent-card.json and version 0.3.0', {
    dialect: '0.2.5',
    script: fastA2aScript,
    quirks: [fastA2a06, uvicorn],
  }),
  named('qianfan', '§9.2', 'Wants a key for card and calls, appends first, gives every event another id', {
    dialect: '0.2.6',
    path: qianfanPath,
    address: qianfanPath,
    script: qianfanScript,
    quirks: [qianfan],
  }),
  named('js-1.3', '§9.3', 'Leaks $case and empty defaults into its card and takes any role', () => ({
    dialect: '1.0',
    path: '/rpc',
    script: kitScript({ ask: ask('need more') }),
    card: {
      securitySchemes: { b: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } } },
      securityRequirements: [{ schemes: { b: { list: [] } } }],
    },
    quirks: [...js13, express],
  })),
  named('js-1.3-rest', '§4.3, §9.3', 'The same over REST: 201 for a new webhook, 204 for one gone', {
    dialect: '1.0-rest',
    path: '/rest',
    quirks: [...js13Rest, express],
  }),
  named('js-0.3.14', '§9.3', 'Fails under the id of another task and gives no history unless asked', () => ({
    dialect: '0.3',
    script: kitScript({ direct: direct('direct') }),
    quirks: [...js0314, leakedTypeErrors, tokenOnly, express],
  })),
  named('js-0.3.14-rest', '§4.3, §9.3', 'The same over REST: 201 for a message, 204 for a webhook gone', {
    dialect: '0.3-rest',
    path: '/rest',
    quirks: [...js0314, { sse: { errorsBefore: () => 'json' } }, tokenOnly, express],
  }),
  named('python-1.1', '§9.3', 'Refuses unknown members and ends a broken stream with an error event', () => ({
    dialect: '1.0',
    path: '/rpc',
    script: kitScript(pythonWords),
    quirks: [...py11, py11Alone, tokenOnly, uvicorn],
  })),
  named('python-1.1-rest', '§9.3', 'The same over REST', () => ({
    dialect: '1.0-rest',
    path: '/rest',
    script: kitScript(pythonWords),
    quirks: [...py11, tokenOnly, uvicorn],
  })),
  named('python-1.1-compat', '§8.3, §9.3', 'Serves 0.3 beside 1.0 and flattens its errors to −32603', {
    dialect: ['1.0', '0.3'],
    quirks: [...py11, py11Compat, { card: withOldView }, tokenOnly, uvicorn],
  }),
  named('python-0.3.26', '§9.3', 'Breaks the connection when its executor throws; CRLF events', () => ({
    dialect: '0.3',
    script: kitScript(pythonWords),
    quirks: [...py0326, tokenOnly, finalCallOnly, uvicorn],
  })),
  named(
    'python-0.3.26-rest',
    '§4.2, §9.3',
    'Spreads events over dozens of lines, answers 500 to what it cannot read',
    () => ({
      dialect: '0.3-rest',
      path: '/rest',
      script: kitScript(pythonWords),
      quirks: [...py0326Rest, filesAsText('refused'), tokenOnly, finalCallOnly, uvicorn],
    }),
  ),
  named(
    'python-0.3.26-grpc',
    '§5',
    "Takes a file's bytes for base64 text and says so when they are none",
    () => ({
      dialect: '0.3-grpc',
      script: kitScript(pythonWords),
      quirks: [...py0326, filesAsText('refused'), tokenOnly, finalCallOnly],
    }),
  ),
  named('java-0.3-grpc', '§5', "Takes a file's bytes for base64 text and spoils what is none", {
    dialect: '0.3-grpc',
    quirks: [filesAsText('replaced')],
  }),
]
