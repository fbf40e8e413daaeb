/** What was asked of an engine that is gone; the gate around the window reports that it is. */
export class EngineGone extends Error {
  constructor() {
    super('Parley’s engine has stopped.')
  }
}
