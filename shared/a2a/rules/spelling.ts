// One name in many spellings. Two names fold to the same text when they differ only in case, `_` and `-`.

export function folded(name: string): string {
  return name.length > 100 ? name : name.replaceAll(/[_-]/g, '').toLowerCase()
}

export interface EnumWords {
  readonly values: ReadonlySet<string>
  /** Folded spellings of every version, mapped to this version's. */
  readonly spellings: ReadonlyMap<string, string>
  /** ProtoJSON allows the numbers of the proto; absent where the version is not ProtoJSON. */
  readonly numbers: readonly string[] | undefined
  /** The proto's zero value, which means unspecified. */
  readonly unspecified: string | undefined
}

interface Word {
  readonly plain: string
  readonly aliases?: readonly string[]
}

const states: readonly Word[] = [
  { plain: 'submitted' },
  { plain: 'working', aliases: ['running', 'inprogress'] },
  { plain: 'completed', aliases: ['complete', 'done'] },
  { plain: 'failed', aliases: ['error'] },
  { plain: 'canceled', aliases: ['cancelled'] },
  { plain: 'input-required' },
  { plain: 'rejected' },
  { plain: 'auth-required' },
]

const roles: readonly Word[] = [{ plain: 'user' }, { plain: 'agent', aliases: ['assistant', 'model'] }]

export function plainStates(without: readonly string[] = []): EnumWords {
  const words = states.filter((word) => !without.includes(word.plain))
  return enumWords(
    [...words, { plain: 'unknown', aliases: ['unspecified'] }],
    'TASK_STATE_',
    (plain) => plain,
  )
}

export function protoStates(canceled: 'CANCELED' | 'CANCELLED'): EnumWords {
  const spell = (plain: string) =>
    `TASK_STATE_${plain === 'canceled' ? canceled : plain.replace('-', '_').toUpperCase()}`
  return {
    ...enumWords(states, 'TASK_STATE_', spell),
    numbers: ['TASK_STATE_UNSPECIFIED', ...states.map((word) => spell(word.plain))],
    unspecified: 'TASK_STATE_UNSPECIFIED',
  }
}

export function plainRoles(): EnumWords {
  return enumWords(roles, 'ROLE_', (plain) => plain)
}

export function protoRoles(): EnumWords {
  const spell = (plain: string) => `ROLE_${plain.toUpperCase()}`
  return {
    ...enumWords(roles, 'ROLE_', spell),
    numbers: ['ROLE_UNSPECIFIED', ...roles.map((word) => spell(word.plain))],
    unspecified: 'ROLE_UNSPECIFIED',
  }
}

export function plainWords(...values: readonly string[]): EnumWords {
  return enumWords(
    values.map((plain) => ({ plain })),
    '',
    (plain) => plain,
  )
}

function enumWords(words: readonly Word[], prefix: string, spell: (plain: string) => string): EnumWords {
  const spellings = new Map<string, string>()
  for (const { plain, aliases = [] } of words) {
    for (const name of [plain, ...aliases]) {
      spellings.set(folded(name), spell(plain))
      spellings.set(folded(prefix + name), spell(plain))
    }
  }
  return {
    values: new Set(words.map((word) => spell(word.plain))),
    spellings,
    numbers: undefined,
    unspecified: undefined,
  }
}
