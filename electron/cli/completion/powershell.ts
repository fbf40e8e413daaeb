import type { CompletionTables } from './tables.ts'

export function powershellScript({ commands, words, seconds, verbs, flagsOf }: CompletionTables): string {
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
