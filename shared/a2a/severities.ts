/** The mildest first. */
export const severities = ['info', 'warning', 'error'] as const
