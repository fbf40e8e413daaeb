interface BadStepOptions {
  /** Chance had a part in it: the test is made once more. */
  readonly isChance?: boolean
  /** What the test needs and isn’t about, by the names that tests have for what they prove. */
  readonly lacks?: readonly string[]
}

/** A step that shows nothing of the agent: as it isn’t about this one, or as it could not be made as the test needs it. */
export class BadStep extends Error {
  readonly outcome: 'skip' | 'inconclusive'
  readonly isChance: boolean
  readonly lacks: readonly string[]
  constructor(
    outcome: BadStep['outcome'],
    reason: string,
    { isChance = false, lacks = [] }: BadStepOptions = {},
  ) {
    super(reason)
    this.outcome = outcome
    this.isChance = isChance
    this.lacks = lacks
  }
}
