/** The path of the same agent behind a sign-in. */
export const PROTECTED_PATH = '/protected'
