import { latePane } from '../../ui/lazy-part.tsx'

export const Inspector = latePane('Inspector', 'the inspector', () =>
  import('./inspector.tsx').then((module) => module.Inspector),
)
