import type { CompletionTables } from './tables.ts'

export function bashScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
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
