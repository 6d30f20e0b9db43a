// What is shown when drawing a screen fails: never a blank window, and never a doubt about what goes on behind it.
import { Component, type ReactNode } from "react";
import { Button } from "../components/button.tsx";

interface State {
  readonly message: string | undefined;
}

export class CrashScreen extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { message: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === undefined) return this.props.children;
    return (
      <main
        aria-label="The window failed"
        className="flex h-full flex-col items-center justify-center gap-3 p-10 text-center"
      >
        <h1 className="text-lg font-semibold">This window could not draw itself</h1>
        <p className="max-w-md text-quiet">
          The engine goes on without it: rules are enforced, and what waits for you stays waiting. Load the window
          again; if it fails again, the message below belongs into a report.
        </p>
        <p className="selectable font-mono text-xs text-faint">{this.state.message}</p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Load the window again
        </Button>
      </main>
    );
  }
}
