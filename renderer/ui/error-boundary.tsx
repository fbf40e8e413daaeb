import { Component, type ErrorInfo, type ReactNode } from 'react'
import { toError } from '#shared/errors.ts'
import { Button } from './button.tsx'
import { EmptyState } from './feedback.tsx'

interface Props {
  readonly name: string
  readonly children: ReactNode
  /** Replaces the message below, for more than a pane. */
  readonly instead?: (error: Error) => ReactNode
}

/** Shows an error in place of a pane; other panes go on. A class, since React has no error boundary as a function. */
export class ErrorBoundary extends Component<Props, { readonly error?: Error }> {
  override readonly state: { readonly error?: Error } = {}

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: toError(error) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`${this.props.name} crashed.`, error, info.componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.instead) return this.props.instead(error)
    return (
      <EmptyState title={`${this.props.name} crashed`}>
        <p>{error.message}</p>
        <p>Nothing recorded is lost. The other panes still work.</p>
        <Button onClick={() => this.setState({ error: undefined as never })}>Show it again</Button>
      </EmptyState>
    )
  }
}
