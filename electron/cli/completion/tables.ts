import type { Flag, VerbText } from '../verb.ts'

export interface CompletionTables {
  readonly commands: readonly string[]
  /** First words, and of what is named by two, the second ones. */
  readonly words: readonly { readonly word: string; readonly summary: string }[]
  readonly seconds: ReadonlyMap<string, readonly string[]>
  readonly verbs: readonly VerbText[]
  flagsOf(verb: VerbText): readonly Flag[]
}
