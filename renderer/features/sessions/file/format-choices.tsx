import type { FileFormat } from '#shared/contract/session-files.ts'
import { Checkbox, Choice, Choices } from '../../../ui/choice.tsx'

type Format = Exclude<FileFormat, 'har' | 'ndjson'>

export interface ChosenFormat {
  readonly format: Format
  /** Of traces, with what was said. */
  readonly messageText: boolean
}

const formats: Readonly<Record<Format, readonly [label: string, hint: string]>> = {
  parley: ['A Parley file', 'Opens in any Parley, in all panes, and can be replayed and served there.'],
  html: ['A web page', 'One file that opens in any browser, without Parley and without a network.'],
  otlp: [
    'OpenTelemetry traces, JSON',
    'OTLP as lines of JSON, for a Collector or a trace store. A span for each call and each task.',
  ],
  'otlp-protobuf': ['OpenTelemetry traces, protobuf', 'The same in one OTLP message, smaller.'],
}
const isFormat = (name: string): name is Format => name in formats

function isTraces(format: Format): boolean {
  return format === 'otlp' || format === 'otlp-protobuf'
}

interface FormatChoicesProps {
  readonly chosen: ChosenFormat
  readonly disabled: boolean
  onChoose(chosen: ChosenFormat): void
}

export function FormatChoices({ chosen, disabled, onChoose }: FormatChoicesProps) {
  return (
    <>
      <Choices legend="Format" disabled={disabled}>
        {Object.keys(formats)
          .filter(isFormat)
          .map((format) => (
            <Choice
              key={format}
              name="format"
              label={formats[format][0]}
              hint={formats[format][1]}
              checked={chosen.format === format}
              onPick={() => onChoose({ format, messageText: chosen.messageText && isTraces(format) })}
            />
          ))}
      </Choices>
      {isTraces(chosen.format) && (
        <Checkbox
          label="Include message text"
          checked={chosen.messageText}
          disabled={disabled}
          onChange={(messageText) => onChoose({ ...chosen, messageText })}
        />
      )}
    </>
  )
}
