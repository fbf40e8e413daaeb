// A finding is something the agent did that its own version's specification does not allow or does not advise. It is
// data: shown, counted, exported, never thrown.

/** The mildest first. */
export const severities = ['info', 'warning', 'error'] as const
export type Severity = (typeof severities)[number]

export interface Finding {
  /** The conformance kit's requirement id where one matches (`CARD-STRUCT-001`), else one of ours. */
  readonly rule: string
  readonly severity: Severity
  /** RFC 6901, into the raw JSON the finding is about; `''` is the whole document. */
  readonly pointer: string
  /** What is so, in one sentence, with the value seen. */
  readonly message: string
  /** What to do about it. */
  readonly hint: string
  readonly spec: { readonly version: string; readonly section: string }
}
