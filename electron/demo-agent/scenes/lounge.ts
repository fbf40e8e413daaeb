import { DEMO_TOKEN } from '../caller.ts'
import type { Scene } from '../scene.ts'

/** Listed on the extended card only. */
export const lounge: Scene = {
  id: 'lounge',
  name: 'Find my lounge',
  description: 'For travellers with a token: this skill is on the extended card only.',
  tags: ['extended-card', 'authentication'],
  prompts: ['Which lounge may I use?'],
  matches: /\blounge\b/i,
  async run(stage) {
    stage.reply(
      stage.authenticated
        ? 'Welcome back. The lounge above platform 4 is yours until the 06:39 leaves.'
        : `Lounges are for travellers I know. Send the header "Authorization: Bearer ${DEMO_TOKEN}".`,
    )
  },
}
