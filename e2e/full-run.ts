/** `npm run test:all` also runs tests that measure, package or flood at full size, which have the tag `full`. */
export const isFullRun = process.env['PARLEY_TESTS'] === 'all'
