/** A step that cannot be made: of this agent, or at all. */
export class BadStep extends Error {
  readonly outcome: 'skip' | 'error'
  constructor(outcome: 'skip' | 'error', reason: string) {
    super(reason)
    this.outcome = outcome
  }
}
