import { CircleCheck, CircleDashed, CircleSlash, CircleX, Unplug } from 'lucide-react'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { AnswerPlan, PushConfiguration } from '#shared/contract/push.ts'
import { formatDuration } from '../../../../ui/format.ts'
import { Mark } from '../../../../ui/marks.tsx'

const standings = {
  prepared: { icon: CircleDashed, colour: 'var(--submitted)', word: 'not sent' },
  sent: { icon: CircleDashed, colour: 'var(--submitted)', word: 'sent' },
  confirmed: { icon: CircleCheck, colour: 'var(--completed)', word: 'confirmed' },
  refused: { icon: CircleX, colour: 'var(--failed)', word: 'refused' },
  deleted: { icon: CircleSlash, colour: 'var(--canceled)', word: 'deleted' },
  astray: { icon: Unplug, colour: 'var(--input-required)', word: 'unreachable' },
} as const

export function StandingMark({ config }: { readonly config: PushConfiguration }) {
  const astray = config.unreachable && mayBeCalled(config)
  return <Mark {...standings[astray ? 'astray' : config.standing]} title={config.sentence} />
}

export function proofWords({ token, scheme }: PushConfiguration): string {
  const proofs = [token && 'token', scheme].filter((each) => typeof each === 'string')
  return proofs.length === 0 ? 'none' : proofs.join(' + ')
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
