import { useState } from 'react'
import { spanClock } from '#shared/spans/span-clock.ts'
import { foldRows, type SpanNode, spanTree } from '#shared/spans/span-tree.ts'
import { Waterfall } from '../features/spans/waterfall/waterfall.tsx'
import { drawnStates, hostileText, Samples } from './sample.tsx'

const began = Date.UTC(2026, 4, 1, 12)

function node(
  key: string,
  parentKey: string,
  fromMs: number,
  tookMs: number,
  more: Partial<SpanNode>,
): SpanNode {
  return {
    ...{ key, traceId: 'a'.repeat(32), spanId: key, name: key, service: 'planner', kind: 'internal' },
    ...{ status: 'unset', category: 'other', start: began + fromMs, end: began + fromMs + tookMs },
    ...(parentKey !== '' && { parentKey }),
    ...more,
  }
}

const usual: readonly SpanNode[] = [
  node('call', '', 0, 2_310, {
    exchangeId: 'x-1',
    name: 'SendStreamingMessage',
    service: '',
    category: 'http',
  }),
  node('server', 'call', 4, 2_300, { name: 'POST /', kind: 'server', category: 'http' }),
  node('agent', 'server', 9, 2_280, { name: 'invoke_agent Travel concierge' }),
  node('plan', 'agent', 12, 840, { name: 'chat gpt-5', category: 'model' }),
  node('search', 'agent', 860, 520, { name: 'execute_tool search_hotels', category: 'tool' }),
  node('get', 'search', 866, 430, { name: 'GET', category: 'http', kind: 'client' }),
  node('select', 'search', 1_300, 0.34, {
    ...{ name: 'SELECT hotels', category: 'database', kind: 'client', service: 'hotels' },
  }),
  node('book', 'agent', 1_390, 61, { name: 'execute_tool book', category: 'tool', status: 'error' }),
  node('answer', 'agent', 1_460, 820, { name: 'chat gpt-5', category: 'model' }),
]
const odd: readonly SpanNode[] = [
  node('call', '', 0, 120, { exchangeId: 'x-2', name: 'SendMessage', service: '', category: 'http' }),
  node('hostile', 'call', 10, 40, { name: hostileText, service: hostileText }),
  node('no name', 'call', 12, 40, { name: ' ' }),
  node('future', 'call', 9e9, 10, { name: 'in the future' }),
  node('past', 'call', -9e9, 10, { name: 'long ago' }),
  node('backwards', 'call', 60, -20, { name: 'ends before it starts' }),
  node('endless', 'call', 60, 9e9, { name: 'without end' }),
  node('orphan', 'never came', 70, 20, { name: 'without its parent' }),
  node('one', 'other', 80, 20, { name: 'in its own child' }),
  node('other', 'one', 85, 10, { name: 'the child' }),
]

const samples = {
  usual: { nodes: usual, root: 'call', folded: [] },
  'folded, something in it failed': { nodes: usual, root: 'call', folded: ['agent'] },
  'what cannot be': { nodes: odd, root: 'call', folded: [] },
}

export function SpanRows() {
  return (
    <Samples
      name="Spans: waterfall"
      states={drawnStates(samples, (sample, state) => (
        <SampleWaterfall name={`Spans, ${state}`} {...sample} />
      ))}
    />
  )
}

interface SampleWaterfallProps {
  readonly name: string
  readonly nodes: readonly SpanNode[]
  readonly root: string
  readonly folded: readonly string[]
}

function SampleWaterfall({ name, nodes, root, folded }: SampleWaterfallProps) {
  const [closed, setClosed] = useState(folded)
  const [selected, setSelected] = useState(nodes[4]?.key)
  const all = spanTree(nodes, [root])
  const rows = foldRows(all, new Set(closed))
  return (
    <div style={{ height: rows.length * 24 + 28 }}>
      <Waterfall
        name={name}
        rows={{ rowAt: (index) => rows[index], request() {} }}
        total={rows.length}
        clock={spanClock(all)}
        services={2}
        selectedKey={selected}
        onSelect={({ key }) => setSelected(key)}
        onFold={({ key }, isFolded) =>
          setClosed(isFolded ? [...closed, key] : closed.filter((each) => each !== key))
        }
      />
    </div>
  )
}
