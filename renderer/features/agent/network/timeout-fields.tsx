import type { Timeouts } from '#shared/contract/connection-settings.ts'
import { TextField } from '../../../ui/field.tsx'

export type TimeoutTexts = Readonly<Record<keyof Timeouts, string>>

export function timeoutTexts(timeouts: Timeouts): TimeoutTexts {
  const text = (name: keyof Timeouts) => timeouts[name]?.toString() ?? ''
  return {
    connectSeconds: text('connectSeconds'),
    answerSeconds: text('answerSeconds'),
    silenceSeconds: text('silenceSeconds'),
  }
}

export function timeoutsIn({ connectSeconds, answerSeconds, silenceSeconds }: TimeoutTexts): Timeouts {
  return {
    ...(connectSeconds !== '' && { connectSeconds: Number(connectSeconds) }),
    ...(answerSeconds !== '' && { answerSeconds: Number(answerSeconds) }),
    ...(silenceSeconds !== '' && { silenceSeconds: Number(silenceSeconds) }),
  }
}

interface TimeoutFieldsProps {
  readonly texts: TimeoutTexts
  /** What an empty field comes to; without it, as Parley has it. */
  readonly usual?: Timeouts
  onChange(texts: TimeoutTexts): void
}

export function TimeoutFields({ texts, usual = {}, onChange }: TimeoutFieldsProps) {
  const { connectSeconds = 10, answerSeconds = 300, silenceSeconds } = usual
  const field = (name: keyof Timeouts, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={1}
      max={86_400}
      value={texts[name]}
      onChange={(text) => onChange({ ...texts, [name]: text })}
    />
  )
  return (
    <div className="field-row aligned">
      {field('connectSeconds', 'Connect timeout (s)', `Default: ${connectSeconds}`)}
      {field('answerSeconds', 'Response timeout (s)', `Default: ${answerSeconds}`)}
      {field(
        'silenceSeconds',
        'Stream idle timeout (s)',
        silenceSeconds === undefined ? 'Leave empty for no limit' : `Default: ${silenceSeconds}`,
      )}
    </div>
  )
}
