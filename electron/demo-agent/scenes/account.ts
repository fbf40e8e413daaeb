import { TaskState } from '@a2a-js/sdk'
import { dataPart, textPart, urlPart } from '../parts.ts'
import type { Scene } from '../scene.ts'
import type { Stage } from '../stage.ts'

export const account: Scene = {
  id: 'account',
  name: 'Pay from an account',
  description:
    'Stops at auth-required with a link. Open it and allow, and the same stream goes on; or answer "allow" or "refuse" ' +
    'in the task.',
  tags: ['auth-required', 'multi-turn'],
  prompts: ['Charge the tickets to my travel account'],
  matches: /\btravel account\b/i,
  async run(stage) {
    stage.open()
    if (!stage.task) {
      stage.status(TaskState.TASK_STATE_WORKING, 'Opening your travel account')
      await stage.beat(4)
    }
    const verdict = stage.task ? verdictIn(stage.text) : undefined
    if ((verdict ?? (await askForPermission(stage))) === 'refused') {
      stage.status(TaskState.TASK_STATE_REJECTED, 'Nothing was charged: you refused.')
      return
    }
    stage.status(TaskState.TASK_STATE_WORKING, 'Thank you. Charging 58 EUR')
    await stage.beat(6)
    stage.artifact(
      { id: 'receipt', name: 'Receipt' },
      [dataPart({ charged: 58, currency: 'EUR', for: 'IC 523, two travellers', receipt: 'PRL-R-0058' })],
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED, 'Paid.')
  },
}

function askForPermission(stage: Stage): Promise<'allowed' | 'refused'> {
  const answer = stage.permission()
  stage.status(TaskState.TASK_STATE_AUTH_REQUIRED, [
    textPart('I need your permission to charge 58 EUR. Open the link, or answer "allow" in this task.'),
    urlPart(answer.url, { filename: 'allow.html', mediaType: 'text/html' }),
  ])
  return answer.verdict
}

function verdictIn(text: string): 'allowed' | 'refused' | undefined {
  if (/\b(refuse|deny|denied|no)\b/i.test(text)) return 'refused'
  return /\b(allow|allowed|yes|ok|done|authori[sz]ed?)\b/i.test(text) ? 'allowed' : undefined
}
