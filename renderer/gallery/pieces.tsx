import { Copy, Pin, Search } from 'lucide-react'
import { useState } from 'react'
import { taskStates } from '#shared/a2a/model.ts'
import { severities } from '#shared/a2a/severities.ts'
import { Button, CopyButton, IconButton } from '../ui/button.tsx'
import { Code } from '../ui/code/code.tsx'
import { PlainCode } from '../ui/code/plain-code.tsx'
import { CodeText } from '../ui/code-text.tsx'
import { Dialog, FormDialog, Question } from '../ui/dialog.tsx'
import { DiffView } from '../ui/diff/diff-view.tsx'
import { TextDiff } from '../ui/diff/text-diff.tsx'
import { ExpectedReceived } from '../ui/expected-received.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { EmptyState, LeftOut, ProgressBar } from '../ui/feedback.tsx'
import {
  Checkbox,
  Choice,
  Choices,
  Segments,
  SelectField,
  Switch,
  TextArea,
  TextField,
} from '../ui/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { SeverityMark, StateMark } from '../ui/marks.tsx'
import { Menu } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import { VirtualGrid } from '../ui/virtual-grid.tsx'
import { WindowedList } from '../ui/virtual-list.tsx'
import { hostileText, longText, markdownText, Samples } from './sample.tsx'

export function Pieces() {
  return (
    <>
      <Controls />
      <Fields />
      <Opened />
      <TextPieces />
      <Lists />
      <Texts />
    </>
  )
}

export function Copying() {
  return (
    <Samples
      name="Copy button"
      states={{
        usual: <CopyButton text="http://127.0.0.1:41300" name="Copy address" />,
      }}
    />
  )
}

function Controls() {
  const [segment, setSegment] = useState('Any')
  const [on, setOn] = useState(true)
  return (
    <>
      <Samples
        name="Button"
        states={{
          usual: <Button>Cancel</Button>,
          primary: <Button primary>Send</Button>,
          large: <Button large>Try the demo agent</Button>,
          disabled: <Button disabled>Send</Button>,
          'primary, disabled': (
            <Button primary disabled>
              Send
            </Button>
          ),
          icon: <IconButton label="Copy" icon={<Copy size={14} />} />,
          'icon, pressed': <IconButton label="Pin" aria-pressed={true} icon={<Pin size={14} />} />,
          'icon, disabled': <IconButton label="Search" disabled icon={<Search size={14} />} />,
        }}
      />
      <Samples
        name="Segments and switch"
        states={{
          segments: (
            <Segments
              label="Severity"
              options={['Any', 'Errors', 'Warnings']}
              value={segment}
              onChange={setSegment}
            />
          ),
          on: <Switch label="Follow" on={on} onChange={() => setOn(!on)} />,
          off: <Switch label="Stay" on={!on} onChange={() => setOn(!on)} />,
        }}
      />
    </>
  )
}

function Fields() {
  const [picked, setPicked] = useState('JSON-RPC')
  const [checked, setChecked] = useState(true)
  return (
    <>
      <Samples
        name="Field"
        states={{
          empty: <TextField label="Name" placeholder="Optional" />,
          'filled, with a hint': (
            <TextField
              label="Address"
              mono
              defaultValue="http://localhost:41241"
              hint="Of the agent or its card"
            />
          ),
          disabled: <TextField label="Header" disabled defaultValue="X-Tenant" />,
          'of several lines': (
            <TextArea label="Certificates" mono rows={3} defaultValue="-----BEGIN CERTIFICATE-----" />
          ),
          'one of a few': (
            <SelectField
              label="Binding"
              options={['JSON-RPC', 'REST', 'gRPC']}
              value={picked}
              onChange={setPicked}
            />
          ),
        }}
      />
      <Samples
        name="Choice"
        states={{
          'one of two': (
            <Choices legend="Keep the answer" disabled={false}>
              <Choice name="keep" label="Until Parley quits" checked onPick={() => {}} />
              <Choice
                name="keep"
                label="Always"
                hint="Asked again when the card changes"
                checked={false}
                onPick={() => {}}
              />
            </Choices>
          ),
          disabled: (
            <Choices legend="While it runs" disabled>
              <Choice name="runs" label="Every test" checked onPick={() => {}} />
              <Choice name="runs" label="Required tests" checked={false} onPick={() => {}} />
            </Choices>
          ),
          checkbox: <Checkbox label="Accept invalid certificates" checked={checked} onChange={setChecked} />,
          'checkbox, disabled': (
            <Checkbox label="Keep secrets in the keyring" checked={false} disabled onChange={() => {}} />
          ),
        }}
      />
    </>
  )
}

function Opened() {
  const [shown, setShown] = useState<'dialog' | 'form' | 'question'>()
  const close = () => setShown(undefined)
  return (
    <Samples
      name="Menu, popover and dialogs"
      states={{
        menu: (
          <Menu
            label="Actions"
            button="Actions"
            className="button"
            items={() => [
              { label: 'Copy as cURL', hint: 'Ctrl+C', run: () => {} },
              { label: 'By time', checked: true, run: () => {} },
              { label: 'By size', checked: false, run: () => {} },
              { label: 'Send again', disabled: true, run: () => {} },
            ]}
          />
        ),
        popover: (
          <Popover label="Conversations" button="2 conversations" className="button">
            {(end) => <Button onClick={end}>Weekend in Lisbon</Button>}
          </Popover>
        ),
        dialog: <Button onClick={() => setShown('dialog')}>Open a dialog</Button>,
        'form, with an error': <Button onClick={() => setShown('form')}>Open a form</Button>,
        'question, pending': <Button onClick={() => setShown('question')}>Open a question</Button>,
      }}
    >
      {shown === 'dialog' && (
        <Dialog title="Connection" onClose={close} actions={<Button onClick={close}>Done</Button>}>
          <p>JSON-RPC at version 1.0</p>
          <Menu
            label="Versions"
            button="Versions"
            className="button"
            items={() =>
              ['0.2', '0.3', '1.0'].map((label) => ({ label, checked: label === '1.0', run: () => {} }))
            }
          />
        </Dialog>
      )}
      {shown === 'form' && (
        <FormDialog
          title="Credentials"
          error={new Error('This isn’t a header name.')}
          onSubmit={close}
          onClose={close}
        >
          <TextField label="Header" defaultValue="X Tenant" />
        </FormDialog>
      )}
      {shown === 'question' && (
        <Question title="Delete the recording?" no="Keep" yes="Delete" pending onNo={close} onYes={close}>
          <p>1,204 requests are deleted.</p>
        </Question>
      )}
    </Samples>
  )
}

function TextPieces() {
  return (
    <>
      <Samples
        name="State mark"
        states={Object.fromEntries(
          taskStates.map((state) => [state, <StateMark key={state} state={state} />]),
        )}
      />
      <Samples
        name="Severity mark"
        states={Object.fromEntries(
          severities.flatMap((severity) => [
            [severity, <SeverityMark key={severity} severity={severity} />],
            [`${severity}, named`, <SeverityMark key={severity} severity={severity} named />],
          ]),
        )}
      />
      <Samples
        name="Expected and received"
        states={{
          both: <ExpectedReceived expected="States are those of the version" received='"almost-done"' />,
          expected: <ExpectedReceived expected="The card is served with an ETag" received={undefined} />,
          'hostile, long': <ExpectedReceived expected={longText} received={hostileText} />,
        }}
      />
      <Samples
        name="Progress"
        states={{
          unknown: <ProgressBar label="Reading" part={undefined} />,
          half: <ProgressBar label="Writing" part={0.5} />,
          done: <ProgressBar label="Written" part={1} />,
        }}
      />
      <Samples
        name="Notice and empty state"
        states={{
          error: (
            <p className="notice" role="alert">
              The address refuses connections. Is the agent running?
            </p>
          ),
          warning: <p className="notice warning">The certificate isn’t checked.</p>,
          empty: (
            <EmptyState title="No requests">
              <p>Connect an agent to see what crosses the wire.</p>
              <Button primary>Try the demo agent</Button>
            </EmptyState>
          ),
          'cut list': <LeftOut total={1_204} shown={200} where="in the JSON" />,
        }}
      />
    </>
  )
}

function Lists() {
  const [tab, setTab] = useState<'body' | 'headers' | 'events'>('body')
  const [selected, setSelected] = useState(1)
  const names = ['message/send', 'tasks/get', 'tasks/cancel', 'agent/getAuthenticatedExtendedCard']
  return (
    <Samples
      name="Tabs and lists"
      states={{
        tabs: (
          <div className="sample-wide">
            <Tabs
              name="Request"
              tabs={[
                { id: 'body', name: 'Body' },
                { id: 'headers', name: 'Headers', count: 12 },
                { id: 'events', name: 'Events', count: 1_204 },
              ]}
              current={tab}
              onChange={setTab}
            >
              <p className="dim">What the tab shows.</p>
            </Tabs>
          </div>
        ),
        'grid, one row selected': (
          <div className="sample-list">
            <VirtualGrid
              name="Calls"
              columns={[
                { id: 'name', name: 'Request', width: 'minmax(0, 1fr)' },
                { id: 'took', name: 'Duration', width: '64px' },
              ]}
              rowHeight={25}
              count={names.length}
              rowOf={(index) => names[index]}
              cellsOf={(name, index) => [name, `${(index + 1) * 12} ms`]}
              isSelected={(name) => name === names[selected]}
              onSelect={(name) => setSelected(names.indexOf(name))}
            />
          </div>
        ),
        'rows of any height': (
          <div className="sample-list">
            <WindowedList
              label="Skills"
              items={names}
              usualPx={24}
              draw={(name) => <UntrustedText text={name} />}
            />
          </div>
        ),
      }}
    />
  )
}

function Texts() {
  return (
    <>
      <Samples
        name="Text of an agent"
        states={{
          plain: <UntrustedText text="Three days in Lisbon, from 420 €." />,
          'hidden characters': <UntrustedText text={hostileText} />,
          'more than is shown': <UntrustedText text={longText} limit={60} />,
          'code within a sentence': <CodeText text="`status.state` is `done`, which A2A 1.0 doesn’t know." />,
          address: <ExternalLink url="https://example.com/a" />,
          'address that can’t be followed': <ExternalLink url="javascript:alert(1)" />,
          folded: (
            <div className="sample-wide">
              <Fold heightPx={54}>
                <p>{longText}</p>
              </Fold>
            </div>
          ),
        }}
      />
      <Samples
        name="Markdown, code and differences"
        states={{
          markdown: <Markdown text={markdownText} />,
          code: (
            <pre className="mono">
              <Code language="ts" text={'const trip = await plan("Lisbon", 3) // days'} />
            </pre>
          ),
          'code to read': (
            <div className="sample-list">
              <PlainCode name="Body" text={'{\n  "kind": "task",\n  "id": "t-1"\n}'} />
            </div>
          ),
          'two texts': <TextDiff before="Three days in Lisbon" after="Four days in Porto" />,
          'two values': (
            <DiffView
              name="Differences"
              before={{ state: 'working', parts: 2, id: 'a' }}
              after={{ state: 'completed', parts: 2, name: 'Plan' }}
            />
          ),
        }}
      />
    </>
  )
}
