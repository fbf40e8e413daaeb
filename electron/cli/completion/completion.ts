// `parley completion`: the verbs' tables as one script for a shell.

import { appCommand, npmCommand } from '../command-name.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { type Flag, helpFlag, type VerbCall, type VerbText, WrongUsage } from '../verb.ts'

const scripts: Readonly<Record<string, (tables: CompletionTables) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
}

export async function printCompletion({ operands: [shell = ''], verbs, caller }: VerbCall): Promise<number> {
  const script = scripts[shell]
  if (!script) throw new WrongUsage(`completion expects ${Object.keys(scripts).join(', ')}, not "${shell}".`)
  caller.stdout.write(script(tablesOf(verbs)))
  return verbExitCodes.done
}

type CompletionTables = ReturnType<typeof tablesOf>

function tablesOf(verbs: readonly VerbText[]) {
  const seconds = new Map<string, string[]>()
  const words = new Map<string, string>()
  for (const { name, summary } of verbs) {
    const [first = '', second] = name.split(' ')
    if (second === undefined) words.set(first, summary)
    else {
      seconds.set(first, [...(seconds.get(first) ?? []), second])
      words.set(first, `${seconds.get(first)?.join(', ') ?? ''}`)
    }
  }
  return {
    commands: [npmCommand, appCommand],
    /** All first words; for verbs of two words, `seconds` has the second ones. */
    words: [...words].map(([word, summary]) => ({ word, summary })),
    seconds,
    verbs,
    flagsOf: ({ flags }: VerbText): readonly Flag[] => [...flags, helpFlag],
  }
}

function bashScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
  const flagCases = verbs.map(
    (verb) =>
      `    '${verb.name}') flags='${flagsOf(verb)
        .flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])])
        .join(' ')}' operands='${(verb.operandChoices ?? []).join(' ')}' ;;`,
  )
  const valueCases = verbs.flatMap((verb) =>
    flagsOf(verb).flatMap(({ name, short, value, choices, files }) => {
      if (value === undefined) return []
      const patterns = [`'${verb.name} --${name}'`, ...(short ? [`'${verb.name} -${short}'`] : [])].join('|')
      const reply = choices
        ? `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur"))`
        : files
          ? 'compopt -o default; COMPREPLY=()'
          : 'COMPREPLY=()'
      return [`    ${patterns}) ${reply}; return ;;`]
    }),
  )
  return `# bash completion for parley

_parley() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" verb="\${COMP_WORDS[1]}" flags='' operands=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    compopt -o default
    COMPREPLY=($(compgen -W '${words.map(({ word }) => word).join(' ')}' -- "$cur"))
    return
  fi
  case "$verb" in
${[...seconds].map(([word, next]) => `    ${word}) if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W '${next.join(' ')}' -- "$cur")); return; fi; verb="$verb \${COMP_WORDS[2]}" ;;`).join('\n')}
  esac
  case "$verb $prev" in
${valueCases.join('\n')}
  esac
  case "$verb" in
${flagCases.join('\n')}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
    *) if [ -n "$operands" ]; then COMPREPLY=($(compgen -W "$operands" -- "$cur")); else compopt -o default; fi ;;
  esac
}

complete -F _parley ${commands.join(' ')}
`
}

function fishScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
  const lines = commands.flatMap((command) => [
    ...words.map(
      ({ word, summary }) =>
        `complete -c ${command} -n __fish_use_subcommand -a ${word} -d ${quotedInFish(summary)}`,
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
            `-d ${quotedInFish(help)}`,
          ].join(' '),
        ),
      ]
    }),
  ])
  return `# fish completion for parley\n${lines.join('\n')}\n`
}

function quotedInFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function powershellScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
  const list = (items: readonly string[]) => `@(${items.map((item) => `'${item}'`).join(', ')})`
  const values = verbs.flatMap((verb) =>
    flagsOf(verb).flatMap(({ name, short, choices }) =>
      choices
        ? [`--${name}`, ...(short ? [`-${short}`] : [])].map(
            (flag) => `    '${verb.name} ${flag}' = ${list(choices)}`,
          )
        : [],
    ),
  )
  return `# PowerShell completion for parley
Register-ArgumentCompleter -Native -CommandName ${commands.join(', ')} -ScriptBlock {
  param($word, $tree, $cursor)
  $first = ${list(words.map(({ word }) => word))}
  $second = @{
${[...seconds].map(([word, next]) => `    '${word}' = ${list(next)}`).join('\n')}
  }
  $flags = @{
${verbs.map((verb) => `    '${verb.name}' = ${list([...flagsOf(verb).map(({ name }) => `--${name}`), ...(verb.operandChoices ?? [])])}`).join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $typed = @($tree.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  if ($typed.Count -eq 0) { $found = $first }
  else {
    $verb = $typed[0]
    if ($second.ContainsKey($verb)) {
      if ($typed.Count -eq 1) { $found = $second[$verb] }
      else { $verb = "$verb $($typed[1])" }
    }
    if ($null -eq $found) {
      $found = $values["$verb $($typed[-1])"]
      if ($null -eq $found) { $found = $flags[$verb] }
    }
  }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`
}

function zshScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
  const cases = verbs.map((verb) => {
    const own = verb.operandChoices ? `'*:operand:(${verb.operandChoices.join(' ')})'` : `'*:operand:_files'`
    const lines = [...flagsOf(verb).flatMap(argumentsOf), own]
    return `    '${verb.name}') _arguments -S \\\n${lines.map((line) => `      ${line}`).join(' \\\n')} ;;`
  })
  return `#compdef ${commands.join(' ')}

_parley() {
  local verb="$words[2]"
  if (( CURRENT == 2 )); then
    local -a verbs=(
${words.map(({ word, summary }) => `      ${quotedInZsh(`${word}:${summary}`)}`).join('\n')}
    )
    _describe verb verbs
    _files
    return
  fi
  case "$verb" in
${[...seconds].map(([word, next]) => `    ${word}) if (( CURRENT == 3 )); then compadd ${next.join(' ')}; return; fi; verb="$verb $words[3]"; shift words; (( CURRENT-- )) ;;`).join('\n')}
  esac
  shift words; (( CURRENT-- ))
  case "$verb" in
${cases.join('\n')}
  esac
}

if [ "$funcstack[1]" = "_parley" ]; then _parley "$@"; else compdef _parley ${commands.join(' ')}; fi
`
}

function argumentsOf({ name, short, value, choices, files, repeat, help }: Flag): readonly string[] {
  const escaped = help.replaceAll(/[[\]:]/g, ' ')
  const action =
    value === undefined ? '' : `:${name}:${choices ? `(${choices.join(' ')})` : files ? '_files' : ' '}`
  return [`--${name}`, ...(short ? [`-${short}`] : [])].map((flag) =>
    quotedInZsh(`${repeat ? '*' : ''}${flag}[${escaped}]${action}`),
  )
}

function quotedInZsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
