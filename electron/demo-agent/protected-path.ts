/** Below it, the same agent again, behind a sign-in. */
export const PROTECTED_PATH = '/protected'
