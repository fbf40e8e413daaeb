import { messageOf } from '../../../host/message-of.ts'
import { SelectField } from '../../../ui/field.tsx'
import { useAgentSettings, useConfigure } from '../use-discovery.ts'

const choices = ['as-specified', 'encoded-twice'] as const
type Choice = (typeof choices)[number]

const names: Readonly<Record<Choice, string>> = {
  'as-specified': 'As specified',
  'encoded-twice': 'Encoded twice, as the 0.3 clients of Python and Java send them',
}

/** Only `a2a.v1` is read in two ways. */
export function FileBytes({ agentId }: { readonly agentId: string }) {
  const { fileBytes = 'as-specified' } = useAgentSettings(agentId)
  const configure = useConfigure(agentId)
  const choose = (choice: Choice) =>
    configure.mutate(({ fileBytes: _before, ...rest }) =>
      choice === 'encoded-twice' ? { ...rest, fileBytes: choice } : rest,
    )
  return (
    <section aria-label="Files" className="connection-part">
      <SelectField<Choice>
        label="File bytes"
        options={choices}
        nameOf={(choice) => names[choice]}
        value={fileBytes}
        onChange={choose}
        hint="a2a-python 0.3 and a2a-java 0.3 treat a file’s bytes as base64 text: they reject plain bytes or corrupt them silently."
      />
      {configure.error && (
        <p className="notice" role="alert">
          {messageOf(configure.error)}
        </p>
      )}
    </section>
  )
}
