// The steps of a sign-in as a window shows them: what runs, what is done, and which exchanges each made.

import { type SignInStep, type StepName, stepNames } from '#shared/contract/sign-in.ts'

/** Exchanges of one step that it leads to: the latest; all of them are on the wire. */
const maxStepExchanges = 5

export interface Steps {
  begin(name: StepName, sentence: string): void
  done(name: StepName, sentence: string): void
  skip(name: StepName, sentence: string): void
  /** Its time comes later. */
  wait(name: StepName, sentence: string): void
  /** What runs has failed. */
  fail(sentence: string): void
  /** Of the step that began last. */
  exchange(exchangeId: string): void
  /** In place of the one of its name. */
  show(step: SignInStep): void
  list(): readonly SignInStep[]
}

export function createSteps(changed: () => void): Steps {
  const blank = (name: StepName): SignInStep => ({ name, state: 'waiting', sentence: '', exchangeIds: [] })
  const known = new Map(stepNames.map((name) => [name, blank(name)]))
  let latest: StepName = 'discover'
  const change = (name: StepName, changes: Partial<SignInStep>) => {
    known.set(name, { ...(known.get(name) ?? blank(name)), ...changes })
    changed()
  }
  return {
    begin(name, sentence) {
      latest = name
      const isOn = known.get(name)?.state === 'running'
      change(name, { state: 'running', sentence, ...(!isOn && { exchangeIds: [] }) })
    },
    done: (name, sentence) => change(name, { state: 'done', sentence }),
    skip: (name, sentence) => change(name, { state: 'skipped', sentence }),
    wait: (name, sentence) => change(name, { state: 'waiting', sentence }),
    fail(sentence) {
      for (const { name, state } of known.values()) if (state === 'running') change(name, { state: 'failed' })
      change(latest, { state: 'failed', sentence })
    },
    exchange(exchangeId) {
      const before = known.get(latest)?.exchangeIds ?? []
      change(latest, { exchangeIds: [...before, exchangeId].slice(-maxStepExchanges) })
    },
    show: (step) => change(step.name, step),
    list: () => [...known.values()],
  }
}
