// What reads a record: of a kept session where one is named, else the one that is recorded.

import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import type { Engine } from './engine.ts'

type Of = { readonly sessionId?: string | undefined }

export function readerRoutes(readersOf: Engine['readersOf']) {
  const timelineOf = ({ sessionId }: Of) => readersOf(sessionId).timeline
  const storyOf = ({ sessionId }: Of) => readersOf(sessionId).story
  const spansOf = ({ sessionId }: Of) => readersOf(sessionId).spans
  const togetherOf = ({ sessionId }: Of) => readersOf(sessionId).together
  const on = implement(contract)
  return {
    story: {
      rows: on.story.rows.handler(({ input, signal }) => storyOf(input).rows(input, signal && { signal })),
      conversations: on.story.conversations.handler(({ input, signal }) =>
        storyOf(input).conversations(input, signal && { signal }),
      ),
      message: on.story.message.handler(({ input }) => storyOf(input).message(input)),
      segment: on.story.segment.handler(({ input }) => storyOf(input).segment(input)),
      task: on.story.task.handler(({ input }) => storyOf(input).task(input)),
      tasks: on.story.tasks.handler(({ input }) => storyOf(input).tasks(input)),
      streamed: on.story.streamed.handler(({ input }) => storyOf(input).streamed(input)),
      artifact: on.story.artifact.handler(({ input, signal }) =>
        storyOf(input).artifact(input, signal && { signal }),
      ),
      calls: on.story.calls.handler(({ input, signal }) => storyOf(input).calls(input, signal && { signal })),
      call: on.story.call.handler(({ input, signal }) => storyOf(input).call(input, signal && { signal })),
    },
    timeline: {
      outline: on.timeline.outline.handler(({ input, signal }) =>
        timelineOf(input).outline(input, signal && { signal }),
      ),
      rows: on.timeline.rows.handler(({ input }) => timelineOf(input).rows(input)),
      taken: on.timeline.taken.handler(({ input }) => timelineOf(input).taken(input)),
      chunks: on.timeline.chunks.handler(({ input }) => timelineOf(input).chunks(input)),
      locate: on.timeline.locate.handler(({ input }) => timelineOf(input).locate(input)),
      lanes: on.timeline.lanes.handler(({ input, signal }) =>
        timelineOf(input).lanes(input, signal && { signal }),
      ),
    },
    together: {
      sequence: on.together.sequence.handler(({ input, signal }) =>
        togetherOf(input).sequence(input, signal && { signal }),
      ),
      taken: on.together.taken.handler(({ input }) => togetherOf(input).taken(input)),
      map: on.together.map.handler(({ input, signal }) => togetherOf(input).map(input, signal && { signal })),
    },
    spans: {
      ofExchange: on.spans.ofExchange.handler(({ input, signal }) =>
        spansOf(input).ofExchange(input, signal && { signal }),
      ),
      ofTask: on.spans.ofTask.handler(({ input, signal }) =>
        spansOf(input).ofTask(input, signal && { signal }),
      ),
      lanes: on.spans.lanes.handler(({ input, signal }) => spansOf(input).lanes(input, signal && { signal })),
      ofTrace: on.spans.ofTrace.handler(({ input, signal }) =>
        spansOf(input).ofTrace(input, signal && { signal }),
      ),
      unknown: on.spans.unknown.handler(({ input, signal }) =>
        spansOf(input).unknown(input, signal && { signal }),
      ),
      span: on.spans.span.handler(({ input }) => spansOf(input).span(input)),
    },
    console: consoleRoutes(readersOf),
  }
}

function consoleRoutes(readersOf: Engine['readersOf']) {
  const consoleOf = ({ sessionId }: Of) => readersOf(sessionId).console
  const on = implement(contract)
  return {
    exchanges: on.console.exchanges.handler(({ input, signal }) =>
      consoleOf(input).exchanges(input, signal && { signal }),
    ),
    position: on.console.position.handler(({ input }) => consoleOf(input).position(input)),
    exchange: on.console.exchange.handler(({ input, signal }) =>
      consoleOf(input).exchange(input, signal && { signal }),
    ),
    frames: on.console.frames.handler(({ input }) => consoleOf(input).frames(input)),
    findings: on.console.findings.handler(({ input, signal }) =>
      consoleOf(input).findings(input, signal && { signal }),
    ),
    findingGroups: on.console.findingGroups.handler(({ input, signal }) =>
      consoleOf(input).findingGroups(input, signal && { signal }),
    ),
    counts: on.console.counts.handler(({ input, signal }) =>
      consoleOf(input).counts(input, signal && { signal }),
    ),
    mute: on.console.mute.handler(({ input: { sessionId, ...rule } }) => consoleOf({ sessionId }).mute(rule)),
    annotate: on.console.annotate.handler(({ input }) => consoleOf(input).annotate(input)),
    labels: on.console.labels.handler(({ input }) => consoleOf(input).labels(input)),
    callers: on.console.callers.handler(({ input }) => consoleOf(input).callers(input)),
    reveal: on.console.reveal.handler(({ input }) => consoleOf(input).reveal(input)),
    snippet: on.console.snippet.handler(({ input }) => consoleOf(input).snippet(input)),
    report: on.console.report.handler(({ input }) => consoleOf(input).report(input)),
  }
}
