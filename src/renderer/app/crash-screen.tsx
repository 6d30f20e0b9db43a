// Shown when rendering fails, so that the window is never blank and says that the engine keeps running.
import { Component, type ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { crashScreen as labels } from "../labels/window.ts";

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
        aria-label={labels.windowFailed}
        className="flex h-full flex-col items-center justify-center gap-3 p-10 text-center"
      >
        <h1 className="text-lg font-semibold">{labels.title}</h1>
        <p className="max-w-md text-quiet">{labels.explanation}</p>
        <p className="selectable font-mono text-xs text-faint">{this.state.message}</p>
        <Button look="primary" onClick={() => window.location.reload()}>
          {labels.reload}
        </Button>
      </main>
    );
  }
}
