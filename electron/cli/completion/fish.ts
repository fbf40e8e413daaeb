import type { CompletionTables } from './tables.ts'

export function fishScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
  const lines = commands.flatMap((command) => [
    ...words.map(
      ({ word, summary }) =>
        `complete -c ${command} -n __fish_use_subcommand -a ${word} -d ${quoted(summary)}`,
    ),
    ...[...seconds].map(
      ([word, next]) =>
        `complete -c ${command} -f -n '__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${next.join(' ')}' -a '${next.join(' ')}'`,
    ),
    ...verbs.flatMap((verb) => {
      const when = verb.name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ')
      const operands = verb.operandChoices
        ? [`complete -c ${command} -f -n '${when}' -a '${verb.operandChoices.join(' ')}'`]
        : []
      return [
        ...operands,
        ...flagsOf(verb).map(({ name, short, value, choices, files, help }) =>
          [
            `complete -c ${command} -n '${when}' -l ${name}`,
            ...(short ? [`-s ${short}`] : []),
            ...(value === undefined
              ? []
              : choices
                ? [`-x -a '${choices.join(' ')}'`]
                : [files ? '-r -F' : '-x']),
            `-d ${quoted(help)}`,
          ].join(' '),
        ),
      ]
    }),
  ])
  return `# fish completion for parley\n${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
