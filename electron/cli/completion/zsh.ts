import type { Flag } from '../verb.ts'
import type { CompletionTables } from './tables.ts'

export function zshScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
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
${words.map(({ word, summary }) => `      ${quoted(`${word}:${summary}`)}`).join('\n')}
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
  const told = help.replaceAll(/[[\]:]/g, ' ')
  const action =
    value === undefined ? '' : `:${name}:${choices ? `(${choices.join(' ')})` : files ? '_files' : ' '}`
  return [`--${name}`, ...(short ? [`-${short}`] : [])].map((flag) =>
    quoted(`${repeat ? '*' : ''}${flag}[${told}]${action}`),
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
