// The violations that axe finds in a mounted pane, as `e2e/fixtures/accessibility.ts` does for a window.

import axe from 'axe-core'

export async function violations(): Promise<readonly string[]> {
  // Focus guards around an open popup pass focus on at once, which axe can't see.
  const context = { include: ['body > *'], exclude: ['[data-base-ui-focus-guard]'] }
  const { violations } = await axe.run(context, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
