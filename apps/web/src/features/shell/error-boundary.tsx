/** Keeps the rest of the page alive when one part of it fails. */

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../../components/states.tsx';

interface State {
  readonly failed: boolean;
}

/** Shows a plain apology and a retry in place of a part that threw. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page failed:', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ErrorState onRetry={() => this.setState({ failed: false })} />;
  }
}
