import { useState } from 'react'
import type { JsonObject } from '#shared/a2a/model.ts'
import { shorten } from '#shared/shorten.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { type FormField, formData } from './form-fields.ts'
import '../chat.css'

interface SchemaFormProps {
  readonly name: string
  readonly fields: readonly FormField[]
  onSubmit(data: JsonObject): void
  /** The same as JSON, for values that the form does not support. */
  onJson(data: JsonObject): void
}

/** An agent's request, field by field. */
export function SchemaForm({ name, fields, onSubmit, onJson }: SchemaFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const { data, problems } = formData(fields, values)
  return (
    <form
      className="schema-form"
      aria-label={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(problems).length === 0) onSubmit(data)
      }}
    >
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          value={values[field.name] ?? field.initial}
          problem={tried ? problems[field.name] : undefined}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <p className="schema-form-foot flex gap-6">
        <Button onClick={() => onJson(data)}>Edit as JSON</Button>
        <Button primary type="submit">
          Submit
        </Button>
      </p>
    </form>
  )
}

interface FieldViewProps {
  readonly field: FormField
  readonly value: string
  readonly problem: string | undefined
  onChange(value: string): void
}

function FieldView({ field, value, problem, onChange }: FieldViewProps) {
  const { input, required, hint } = field
  const label = `${visibleString(field.label)}${required ? ' *' : ''}`
  const facts = {
    label,
    hint: problem ? <span className="tone-bad">{problem}</span> : hint && visibleString(hint),
    required,
    'aria-invalid': problem !== undefined,
    value,
  }
  switch (input.kind) {
    case 'text':
      return input.long ? (
        <TextArea {...facts} onChange={onChange} />
      ) : (
        <TextField {...facts} onChange={onChange} />
      )
    case 'number':
      return (
        <TextField
          {...facts}
          type="number"
          min={input.least}
          max={input.most}
          step={input.whole ? 1 : 'any'}
          onChange={onChange}
        />
      )
    case 'yes-no':
      return (
        <label className="field schema-check">
          <input
            type="checkbox"
            checked={value === 'true'}
            onChange={({ target }) => onChange(String(target.checked))}
          />
          {label}
        </label>
      )
    case 'choice':
      return (
        <SelectField
          {...facts}
          options={[...new Set([...(field.initial === '' ? [''] : []), ...input.choices.map(String)])]}
          nameOf={(choice) => (choice === '' ? '—' : shorten(visibleString(choice)))}
          onChange={onChange}
        />
      )
  }
}
