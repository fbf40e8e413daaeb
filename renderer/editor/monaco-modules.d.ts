// Modules of Monaco without type declarations, imported for their side effects.

declare module 'monaco-editor/features/folding/register.js'
declare module 'monaco-editor/features/find/register.js'
declare module 'monaco-editor/features/hover/register.js'
declare module 'monaco-editor/editor/contrib/suggest/browser/suggestController.js'
declare module 'monaco-editor/features/snippet/register.js'
declare module 'monaco-editor/features/codelens/register.js'
declare module 'monaco-editor/features/dropOrPasteInto/register.js'

declare module 'monaco-editor/languages/features/json/register.js' {
  export interface JsonSchema {
    readonly uri: string
    readonly fileMatch: readonly string[]
    readonly schema: object
  }
  export const jsonDefaults: {
    setModeConfiguration(features: Readonly<Record<string, boolean>>): void
    readonly diagnosticsOptions: { readonly schemas?: readonly JsonSchema[] }
    setDiagnosticsOptions(options: {
      readonly validate: boolean
      readonly enableSchemaRequest: boolean
      readonly schemas: readonly JsonSchema[]
    }): void
  }
}
