import { fileFormats } from '#shared/contract/session-files.ts'
import { dataFlags, outputFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

const exitCodes: Verb['exitCodes'] = [
  [0, 'done'],
  [1, 'failed, or another command is using the data folder'],
  [2, 'wrong usage'],
  [130, 'interrupted'],
]
const flags = [...outputFlags, ...dataFlags]
const named = 'A session is named by its id or name, as "last", or by a .parley or HAR file.'

export const sessionVerbs: readonly Verb[] = [
  {
    name: 'sessions list',
    summary: 'list the sessions that are kept',
    operands: '',
    about: 'Lists the sessions that are kept: pinned ones first, then the newest. With json, {"sessions"}.',
    flags,
    examples: [
      ['', 'one line each'],
      ["-o json | jq -r '.sessions[0].id'", 'the id of the first'],
    ],
    exitCodes,
    ofKept: true,
    load: async () => ({ run: (await import('./sessions.ts')).listSessions }),
  },
  {
    name: 'sessions show',
    summary: 'show what is in a session',
    operands: 'SESSION|FILE',
    about: `Shows a session and its exchanges. ${named} With json, {"session", "exchanges"}.`,
    flags,
    examples: [
      ['last', 'the newest'],
      ['travel.parley -o json', 'of a file, which is not imported'],
    ],
    exitCodes,
    ofKept: true,
    load: async () => ({ run: (await import('./sessions.ts')).showSession }),
  },
  {
    name: 'sessions export',
    summary: 'write a session to a file',
    operands: 'SESSION|FILE',
    about: `Writes a session to a file or to standard output, with secrets masked. ${named} In ndjson a line is about the session, an exchange or a body, or it has an "entry". With json, notes and errors are JSON.`,
    flags: [
      {
        name: 'format',
        value: 'FORMAT',
        choices: fileFormats,
        help: 'parley, html, har, ndjson, otlp or otlp-protobuf; without it, as the file’s name ends, else parley',
      },
      { name: 'otlp', help: 'as OpenTelemetry traces: JSON, or protobuf where the file’s name ends in .pb' },
      { name: 'message-text', help: 'include message text in traces; requires --yes' },
      { name: 'yes', help: 'with --message-text: confirms that message text may leave the session' },
      { name: 'out', value: 'FILE', files: true, help: 'file to write (default: standard output)' },
      { name: 'task', value: 'ID', help: 'this task alone' },
      { name: 'context', value: 'ID', help: 'this context alone' },
      ...flags,
    ],
    examples: [
      ['last --out bug.parley', 'to open elsewhere'],
      ['last --out bug.html', 'one page, for people'],
      ["last --format ndjson | jq -r '.entry.kind // empty'", 'the kind of each entry'],
      ['last --otlp --out session.otlp.pb', 'traces for an OpenTelemetry Collector'],
    ],
    exitCodes,
    ofKept: true,
    load: async () => ({ run: (await import('./sessions.ts')).exportSession }),
  },
  {
    name: 'sessions import',
    summary: 'keep the session of a file',
    operands: 'FILE',
    about:
      'Keeps the session of a .parley or HAR file. Nothing of a damaged file is kept without --take-whole-part. With json, {"session"}, and a "sentence" on what was damaged.',
    flags: [{ name: 'take-whole-part', help: 'of a damaged file, keep what is whole' }, ...flags],
    examples: [['bug.parley', 'the window then lists it']],
    exitCodes,
    ofKept: true,
    load: async () => ({ run: (await import('./sessions.ts')).importSession }),
  },
  {
    name: 'sessions search',
    summary: 'search all that is kept',
    operands: 'TEXT',
    about: 'Searches the text of everything that is kept, the newest first. With json, {"total", "hits"}.',
    flags: [
      { name: 'limit', value: 'NUMBER', help: 'maximum number of hits, up to 100 (default: 20)' },
      ...flags,
    ],
    examples: [
      ['Lisbon', 'one word'],
      ['"task not found" --limit 5 -o json', 'several words, as JSON'],
    ],
    exitCodes,
    ofKept: true,
    load: async () => ({ run: (await import('./sessions.ts')).searchSessions }),
  },
]
