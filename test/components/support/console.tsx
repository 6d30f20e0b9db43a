// A window around the fake engine: renders a component with its state, and records what it asks of the engine.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import { followEvents } from "../../../src/renderer/state/live.ts";
import { createQueryClient } from "../../../src/renderer/state/queries.ts";
import { useUi } from "../../../src/renderer/state/ui-store.ts";
import type { OperationName } from "../../../src/shared/contract/channels.ts";
import type { Operations } from "../../../src/shared/contract/contract.ts";
import { createFakeEngine, type FakeEngine } from "../../support/window/fake-operations.ts";

export interface Asked {
  readonly name: OperationName;
  readonly input: unknown;
}

export interface ConsoleOptions {
  readonly kind?: "busy" | "empty";
  /** Operations that answer otherwise than the fake engine's. */
  readonly operations?: Partial<Operations>;
}

export interface TestConsole {
  readonly engine: FakeEngine;
  readonly startAgain: ReturnType<typeof vi.fn>;
  /** What was asked under a name, in order. */
  readonly asked: (name: OperationName) => readonly unknown[];
}

const address = { http: "http://127.0.0.1:3000", ws: "ws://127.0.0.1:3000" };
const initialUi = useUi.getInitialState();

export function renderConsole(ui: ReactNode, { kind = "busy", operations = {} }: ConsoleOptions = {}): TestConsole {
  const engine = createFakeEngine(kind, address);
  const calls: Asked[] = [];
  const startAgain = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const answers = { ...engine.operations, ...operations };
  const bridge = {
    call: (name: OperationName, input: unknown) => {
      calls.push({ name, input });
      return answers[name](input as never, "console");
    },
    onEvents: (listener: (batch: string) => void) =>
      engine.subscribe((event) => listener(JSON.stringify({ events: [event], resync: false }))),
    onOpen: () => () => undefined,
    onCommand: () => () => undefined,
    desktop: async () => ({ versions: {}, logFile: "" }),
    startAgain,
  };
  vi.stubGlobal("gatehouse", bridge);
  const client = createQueryClient();
  const stop = followEvents(client);
  onTestFinished(() => {
    stop();
    client.clear();
    engine.stop();
    useUi.setState(initialUi, true);
    vi.unstubAllGlobals();
  });
  render(<QueryClientProvider client={client}>{ui}</QueryClientProvider>);
  return {
    engine,
    startAgain,
    asked: (name) => calls.filter((each) => each.name === name).map(({ input }) => input),
  };
}

/** Long enough for what was started to reach the engine and be drawn. */
export function aMoment(): Promise<void> {
  return act(() => new Promise<void>((resolve) => void setTimeout(resolve, 20)));
}

/** The texts of the notices that are shown. */
export function notices(): readonly string[] {
  return useUi.getState().notices.map(({ text }) => text);
}

/** An event as the browser itself makes it: those that a script makes are not trusted. */
export function fireTrusted(target: Element, event: Event): void {
  Object.defineProperty(event, "isTrusted", { value: true });
  fireEvent(target, event);
}

export function click(target: Element): void {
  fireTrusted(target, new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/**
 * The DOM of the tests has no layout, so nothing is ever in view. With this, every text of a request is: in the middle of
 * a card that fills the screen.
 */
export function layOutTexts(): void {
  const spy = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function rect(this: Element) {
    return this.hasAttribute("data-line") ? new DOMRect(0, 100, 600, 60) : new DOMRect(0, 0, 800, 800);
  });
  onTestFinished(() => spy.mockRestore());
}
