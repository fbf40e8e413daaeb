import type { JsonSchema, jsonDefaults } from 'monaco-editor/languages/features/json/register.js'
import type { JsonObject } from '#shared/a2a/model.ts'

// Monaco has one list of schemas for all models. This adds and removes the schema of one model and keeps the others.

type Defaults = Pick<typeof jsonDefaults, 'diagnosticsOptions' | 'setDiagnosticsOptions'>

/** Adds a schema; the returned function removes it. References to other schemas are not fetched. */
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
