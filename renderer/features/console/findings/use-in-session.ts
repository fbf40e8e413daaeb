import { useEngine } from '../../../host/engine.tsx'
import { useFindings } from '../../../state/console.ts'

/** The session that the problems are filtered by: only live, with all sessions shown. */
export function useInSession(): string | undefined {
  const { canFollow, scope } = useEngine()
  const inSession = useFindings((view) => view.inSession)
  return canFollow && scope === undefined ? inSession : undefined
}
