import { CircleCheck, CircleDashed, CircleSlash, CircleX, Unplug } from 'lucide-react'
import { type AnswerPlan, mayBeCalled, type PushConfiguration } from '#shared/contract/push.ts'
import { formatDuration } from '../../../../ui/format.ts'

const standings = {
  prepared: { Icon: CircleDashed, colour: 'var(--submitted)', word: 'not sent' },
  sent: { Icon: CircleDashed, colour: 'var(--submitted)', word: 'sent' },
  confirmed: { Icon: CircleCheck, colour: 'var(--completed)', word: 'confirmed' },
  refused: { Icon: CircleX, colour: 'var(--failed)', word: 'refused' },
  deleted: { Icon: CircleSlash, colour: 'var(--canceled)', word: 'deleted' },
  astray: { Icon: Unplug, colour: 'var(--input-required)', word: 'unreachable' },
} as const

/** What became of it at the agent, as colour, shape and word. */
export function StandingMark({ config }: { readonly config: PushConfiguration }) {
  const astray = config.unreachable && mayBeCalled(config)
  const { Icon, colour, word } = standings[astray ? 'astray' : config.standing]
  return (
    <span className="state-mark" style={{ color: colour }} title={config.sentence}>
      <Icon size={13} />
      {word}
    </span>
  )
}

export function proofWords({ token, scheme }: PushConfiguration): string {
  const asked = [token && 'token', scheme].filter((each) => typeof each === 'string')
  return asked.length === 0 ? 'none' : asked.join(' + ')
}

export function planWords({ answer, calls }: AnswerPlan): string {
  const times = calls === undefined ? '' : ` ×${calls}`
  switch (answer.kind) {
    case 'ok':
      return '200'
    case 'status':
      return `${answer.status}${times}`
    case 'delay':
      return `after ${formatDuration(answer.delayMs)}${times}`
    case 'drop':
      return `drops${times}`
    case 'redirect':
      return `${answer.status} →${times}`
  }
}
