// The two messages between a page, its preload script and the main process: the page requests its port, and gets it.

export const connectChannel = 'parley:connect'
export const portChannel = 'parley:port'
