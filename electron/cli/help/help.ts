import { verbExitCodes } from '../exit-codes.ts'
import { nearest } from '../nearest.ts'
import { helpText } from '../start-help.ts'
import { firstWord, groupText, helpOf, type VerbCall, WrongUsage } from '../verb.ts'

export async function printHelp({ operands, verbs, caller }: VerbCall): Promise<number> {
  caller.stdout.write(helpOn(operands.join(' '), verbs, caller.command))
  return verbExitCodes.done
}

export async function printVersion({ version, caller }: VerbCall): Promise<number> {
  caller.stdout.write(`${version}\n`)
  return verbExitCodes.done
}

function helpOn(name: string, verbs: VerbCall['verbs'], command: string): string {
  if (name === '') return helpText(command, verbs)
  const verb = verbs.find((each) => each.name === name)
  if (verb) return helpOf(verb, command)
  const members = verbs.filter((each) => firstWord(each.name) === name)
  if (members.length > 0) return groupText(members, command)
  const near = nearest(
    name,
    verbs.flatMap((each) => [each.name, firstWord(each.name)]),
  )
  throw new WrongUsage(`"${name}" isn’t a verb.${near === undefined ? '' : ` Did you mean ${near}?`}`)
}
