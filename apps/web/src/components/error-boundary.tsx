/** Keeps the rest of the page alive when one part of it fails. */

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from './states.tsx';

interface Props {
  readonly children: ReactNode;
  /** Shows nothing in place of a part that can be missed. */
  readonly quiet?: boolean;
  /** Called before what failed is shown again. */
  readonly onRetry?: () => void;
}

interface State {
  readonly failed: boolean;
}

/** Shows a plain apology and a retry in place of a part that threw. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page failed:', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.quiet === true) return null;
    const retry = () => {
      this.props.onRetry?.();
      this.setState({ failed: false });
    };
    return <ErrorState onRetry={retry} />;
  }
}

/** A panel of the terminal: what fails in it leaves the others trading. */
export function Panel(props: {
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={`panel ${props.className ?? ''}`} aria-label={props.label}>
      <ErrorBoundary>{props.children}</ErrorBoundary>
    </section>
  );
}
