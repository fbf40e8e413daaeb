// The Inspector's results as Markdown.

import { type Inspected, inspector, transports } from './inspect.ts'

export function inspectorReport(inspected: Inspected, date: Date): string {
  const [name, version] = inspector
  const rows = [...inspected].map(([tool, outcomes]) => {
    const cells = transports.map((transport) => (outcomes.get(transport) === undefined ? 'works' : 'FAILS'))
    return `| ${tool} | ${cells.join(' | ')} |`
  })
  return `${[
    '# MCP Inspector',
    [
      `The command line of \`${name}\` ${version}, unmodified, lists the tools of \`parley-a2a mcp\` and calls each of them once for the demo agent: as`,
      'a process over standard input and output, attached to an open window, and over HTTP with its token. A verdict rests on what the tool said.',
      'Over standard input and output it starts Parley for each call, so that what is about the card or the session says that nothing was read yet.',
    ].join('\n'),
    `Run on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
    [`| | ${transports.join(' | ')} |`, `|---|${transports.map(() => '---').join('|')}|`, ...rows].join('\n'),
  ].join('\n\n')}\n`
}

export function inspectorProblems(inspected: Inspected): readonly string[] {
  return [...inspected].flatMap(([tool, outcomes]) =>
    [...outcomes].flatMap(([transport, outcome]) =>
      outcome === undefined ? [] : [`${tool}, ${transport}: ${outcome}`],
    ),
  )
}
