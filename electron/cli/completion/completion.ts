// `parley completion`: the verbs' tables as one script for a shell.

import { appCommand, npmCommand } from '../command-name.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { helpFlag, type VerbCall, type VerbText, WrongUsage } from '../verb.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { powershellScript } from './powershell.ts'
import type { CompletionTables } from './tables.ts'
import { zshScript } from './zsh.ts'

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

function tablesOf(verbs: readonly VerbText[]): CompletionTables {
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
    words: [...words].map(([word, summary]) => ({ word, summary })),
    seconds,
    verbs,
    flagsOf: ({ flags }) => [...flags, helpFlag],
  }
}
