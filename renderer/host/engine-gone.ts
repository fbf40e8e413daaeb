/** A request failed because the engine has stopped; EngineGate shows that. */
export class EngineGone extends Error {
  constructor() {
    super('Parley’s engine has stopped.')
  }
}
