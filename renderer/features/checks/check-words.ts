import type { CheckRun, Way } from '#shared/checks/run.ts'
import { bindingName, dialectName } from '../agent/index.ts'

export const stateWords: Readonly<Record<CheckRun['state'], string>> = {
  running: 'running',
  done: 'finished',
  stopped: 'stopped',
  broken: 'interrupted',
}

export function wayName({ dialect, binding }: Pick<Way, 'dialect' | 'binding'>): string {
  return `${dialectName(dialect)} · ${bindingName(binding)}`
}

/** Interfaces may differ in their address only. */
export function wayNames(ways: readonly Way[]): readonly string[] {
  return ways.map((way) => {
    const name = wayName(way)
    const isAlone = ways.filter((each) => wayName(each) === name).length === 1
    return isAlone ? name : `${name} · ${way.url}`
  })
}
