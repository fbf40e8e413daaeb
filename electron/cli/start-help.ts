import { startFlags, startOperands } from '../start-flags.ts'
import { flagLine, helpFlag, spelled } from './verb.ts'

/** What a start takes, a line each. */
export function startHelp(): readonly string[] {
  return [
    ...startOperands.map(([operand, means]) => flagLine(operand, means)),
    ...[...startFlags, helpFlag].map((flag) => flagLine(spelled(flag), flag.help)),
  ]
}
