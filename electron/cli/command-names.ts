/** What the command is called: by the packages of the app, and by npm's. */
export const commandNames = ['parley', 'parley-a2a'] as const
