import { ChevronRight } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Samples } from './sample.tsx'

const tones = ['dim', 'faint', 'tone-bad', 'tone-warn', 'tone-good', 'tone-accent'] as const

/** Samples of the classes of `renderer/ui/layout.css`. */
export function Layout() {
  return (
    <Samples
      name="Layout"
      states={{
        bar: (
          <div className="bar full-width">
            <Button>Clear</Button>
            <span className="faint small to-end">12 requests</span>
          </div>
        ),
        'title-bar': (
          <div className="title-bar full-width">
            <h3>CORE-SEND-001</h3>
            <span className="dim small">passed</span>
          </div>
        ),
        'line, apart': (
          <div className="line apart gap-8 full-width">
            <span className="line gap-4">
              <button type="button" className="turn" aria-label="Open">
                <ChevronRight size={12} />
              </button>
              message/send
            </span>
            <span className="mono">12 ms</span>
          </div>
        ),
        'text-line: what fills is cut, what is rigid is not': (
          <div className="text-line gap-8 full-width">
            <strong className="rigid">Lisbon</strong>
            <span className="fills truncate dim">
              Three days by train, with a walk along the river on each
            </span>
            <span className="rigid small">420 €</span>
          </div>
        ),
        'flex, wraps': (
          <div className="flex wraps gap-6">
            {['Errors', 'Warnings', 'Infos'].map((name) => (
              <span key={name} className="chip">
                {name}
              </span>
            ))}
            <span className="own-line small">on its own line</span>
          </div>
        ),
        'column, rules': (
          <div className="column gap-4 full-width">
            <p className="rule-below">Above the rule</p>
            <p className="rule-above">Beneath it</p>
          </div>
        ),
        'stack, boxed': (
          <div className="stack boxed py-10 px-12">
            <p>A paragraph,</p>
            <p className="bold">and the next.</p>
          </div>
        ),
        'well, verbatim': <p className="well verbatim mono py-6 px-8">{'{\n  "id": "t-1"\n}'}</p>,
        tones: (
          <p className="flex wraps gap-8 small">
            {tones.map((tone) => (
              <span key={tone} className={tone}>
                {tone}
              </span>
            ))}
          </p>
        ),
      }}
    />
  )
}
