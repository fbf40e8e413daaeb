import type { EngineRun } from '../with-engine.ts'

/** What a run that isn't kept records is read in this session, too. */
export async function sessionOfRun({ engine: { sessions } }: Pick<EngineRun, 'engine'>): Promise<string> {
  const { shownId } = await sessions.recording()
  return shownId ?? sessions.currentSession()
}
