import type { CheckRun, TestedInterface } from '#shared/checks/run.ts'
import { bindingName, dialectName } from '../agent/index.ts'

export const stateWords: Readonly<Record<CheckRun['state'], string>> = {
  running: 'running',
  done: 'finished',
  stopped: 'stopped',
  broken: 'interrupted',
}

export function interfaceTitle({ dialect, binding }: Pick<TestedInterface, 'dialect' | 'binding'>): string {
  return `${dialectName(dialect)} · ${bindingName(binding)}`
}

/** Interfaces may differ in their address only. */
export function interfaceTitles(interfaces: readonly TestedInterface[]): readonly string[] {
  return interfaces.map((tested) => {
    const name = interfaceTitle(tested)
    const isAlone = interfaces.filter((each) => interfaceTitle(each) === name).length === 1
    return isAlone ? name : `${name} · ${tested.url}`
  })
}
