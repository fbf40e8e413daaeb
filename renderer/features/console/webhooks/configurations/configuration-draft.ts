import { defined } from '#shared/defined.ts'

export const tokens = ['made', 'typed', 'none'] as const
export const tokenNames = { made: 'generated', typed: 'custom', none: 'none' } as const

/** What is being filled in. */
export interface ConfigurationDraft {
  /** Undefined while the newest task is meant. */
  readonly taskId?: string
  readonly baseUrl?: string | undefined
  readonly agentConfigId: string
  readonly token: (typeof tokens)[number]
  readonly typedToken: string
  readonly scheme: string
  readonly credentials: string
}

export const newDraft: ConfigurationDraft = {
  agentConfigId: '',
  token: 'made',
  typedToken: '',
  scheme: 'Bearer',
  credentials: '',
}

/** Of the shape of `pushOptionsSchema`, not yet held against it. */
export function optionsOf({
  baseUrl,
  agentConfigId,
  token,
  typedToken,
  scheme,
  credentials,
}: ConfigurationDraft): unknown {
  const [id, named] = [agentConfigId.trim(), scheme.trim()]
  return {
    ...defined({ baseUrl }),
    ...(id !== '' && { agentConfigId: id }),
    token: token === 'typed' ? { kind: token, token: typedToken } : { kind: token },
    ...(named !== '' && {
      authentication: { scheme: named, ...(credentials !== '' && { credentials }) },
    }),
  }
}
