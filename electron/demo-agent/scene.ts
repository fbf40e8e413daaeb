// One scene is one thing the agent can show: the prompt that asks for it, how a message is recognised, and what happens.
// The card's skills are made from scenes, so what the card offers and what the agent does cannot drift apart.

import type { Stage } from './stage.ts'

export interface Scene {
  /** Also the id of the skill on the card. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  /** Listed as the skill's examples; a client can offer them as buttons. */
  readonly prompts: readonly string[]
  readonly matches: RegExp
  /** The extension it cannot do without. */
  readonly extension?: string
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  run(stage: Stage): Promise<void>
}
