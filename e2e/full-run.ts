/** `npm run test:all`: what measures, packs and floods at full size runs too. A test is left to it by the tag `full`. */
export const isFullRun = process.env['PARLEY_TESTS'] === 'all'
