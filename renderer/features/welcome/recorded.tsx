import { useEngine } from '../../host/engine.tsx'
import './welcome.css'

/** What is kept, and where. */
export function Recorded() {
  const { dataDir } = useEngine().capabilities
  return (
    <p className="muted">
      Requests, responses and webhook calls are recorded in <span className="mono breaks">{dataDir}</span>,
      and nowhere else. Known secrets are left out.
    </p>
  )
}
