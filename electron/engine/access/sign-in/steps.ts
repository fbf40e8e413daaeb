// The steps of a sign-in as a window shows them: what runs, what is done, and which exchanges each made.

import { type SignInStep, type StepName, stepNames } from '#shared/contract/sign-in.ts'

/** Exchanges of one step that it leads to: the latest; all of them are on the wire. */
const maxStepExchanges = 5

export type Steps = ReturnType<typeof createSteps>

export function createSteps(changed: () => void) {
  const blank = (name: StepName): SignInStep => ({ name, state: 'waiting', sentence: '', exchangeIds: [] })
  const signInSteps = new Map(stepNames.map((name) => [name, blank(name)]))
  let latest: StepName = 'discover'
  const change = (name: StepName, changes: Partial<SignInStep>) => {
    signInSteps.set(name, { ...(signInSteps.get(name) ?? blank(name)), ...changes })
    changed()
  }
  return {
    begin(name: StepName, sentence: string): void {
      latest = name
      const isOn = signInSteps.get(name)?.state === 'running'
      change(name, { state: 'running', sentence, ...(!isOn && { exchangeIds: [] }) })
    },
    done: (name: StepName, sentence: string): void => change(name, { state: 'done', sentence }),
    skip: (name: StepName, sentence: string): void => change(name, { state: 'skipped', sentence }),
    /** Its time arrives later. */
    wait: (name: StepName, sentence: string): void => change(name, { state: 'waiting', sentence }),
    /** What runs has failed. */
    fail(sentence: string): void {
      for (const { name, state } of signInSteps.values())
        if (state === 'running') change(name, { state: 'failed' })
      change(latest, { state: 'failed', sentence })
    },
    /** Of the step that began last. */
    exchange(exchangeId: string): void {
      const before = signInSteps.get(latest)?.exchangeIds ?? []
      change(latest, { exchangeIds: [...before, exchangeId].slice(-maxStepExchanges) })
    },
    /** In place of the one of its name. */
    show: (step: SignInStep): void => change(step.name, step),
    list: (): readonly SignInStep[] => [...signInSteps.values()],
  }
}
