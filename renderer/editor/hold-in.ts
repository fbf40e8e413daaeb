import type { JsonSchema, jsonDefaults } from 'monaco-editor/languages/features/json/register.js'
import type { JsonObject } from '#shared/a2a/model.ts'

// Monaco has one list of schemas for all of its models: each model's own is put into it and taken out again, the others stay.

type Defaults = Pick<typeof jsonDefaults, 'diagnosticsOptions' | 'setDiagnosticsOptions'>

/** Until the answer is called. Nothing that a schema refers to is fetched. */
export function holdIn(defaults: Defaults, modelUri: string, schema: JsonObject): () => void {
  const uri = `parley:${modelUri}`
  const set = (own: readonly JsonSchema[]) => {
    const others = (defaults.diagnosticsOptions.schemas ?? []).filter((jsonSchema) => jsonSchema.uri !== uri)
    defaults.setDiagnosticsOptions({
      validate: true,
      enableSchemaRequest: false,
      schemas: [...others, ...own],
    })
  }
  set([{ uri, fileMatch: [modelUri], schema }])
  return () => set([])
}
