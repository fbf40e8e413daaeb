/** Where a repository says how its agent is checked. */
export const checkFileName = 'parley-check.yaml'
