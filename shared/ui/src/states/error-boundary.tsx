import { Component, type ReactNode } from "react";
import { ErrorState } from "./states.tsx";
import { report } from "./report.ts";

interface Props {
  /** What the person knows the part by, e.g. the tab's title. */
  readonly title: string;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly errorId: string;
}

/** Keeps a crash inside: says so in Chinese with the error's id; 重试 draws the children anew. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, errorId: "" };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ errorId: report(error, this.props.title) });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title={`「${this.props.title}」出错了`}
        hint="其他页面不受影响。"
        errorId={this.state.errorId}
        onRetry={() => this.setState({ failed: false, errorId: "" })}
      />
    );
  }
}
