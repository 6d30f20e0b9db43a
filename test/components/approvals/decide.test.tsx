// Deciding about a request: the buttons work only when they should, and send what was chosen.
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AllowButton, HoldHint, holdMs } from "../../../src/renderer/components/allow/allow-button.tsx";
import { ReachSentence } from "../../../src/renderer/screens/approvals/answer/reach-sentence.tsx";
import { useHold } from "../../../src/renderer/components/allow/use-hold.ts";
import { Card } from "../../../src/renderer/screens/approvals/card/card.tsx";
import { useArmed } from "../../../src/renderer/components/use-armed.ts";
import { allowButton, decisionButtons } from "../../../src/renderer/labels/answer.ts";
import { choiceWords } from "../../../src/renderer/lib/scope.ts";
import { isDecidedHere, selectApproval } from "../../../src/renderer/state/ui-store.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { answered, approvalNamed } from "../support/approvals.ts";
import {
  aMoment,
  click,
  fireTrusted,
  layOutTexts,
  notices,
  renderConsole,
  type TestConsole,
} from "../support/console.tsx";

function fakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

const advance = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));
const pointer = (type: string): Event => new PointerEvent(type, { bubbles: true, cancelable: true, button: 0 });

describe("the allow button", () => {
  function Held({ onAllow }: { onAllow: () => void }) {
    const hold = useHold(holdMs, onAllow);
    return (
      <>
        <AllowButton label="Allow once" disabled={false} dim={false} read unread="" hold={hold} onAllow={onAllow} />
        <HoldHint hold={hold} />
      </>
    );
  }

  function Plain(props: { onAllow: () => void; disabled?: boolean; read?: boolean }) {
    const { disabled = false, read = true, onAllow } = props;
    return (
      <AllowButton
        label="Allow once"
        disabled={disabled}
        dim={false}
        read={read}
        unread="3 of 9 lines not seen yet"
        hold={undefined}
        onAllow={onAllow}
      />
    );
  }

  test("allows after it has been held down long enough, and not before", () => {
    fakeTimers();
    const allow = vi.fn<() => void>();
    render(<Held onAllow={allow} />);
    fireTrusted(screen.getByRole("button"), pointer("pointerdown"));
    advance(holdMs - 1);
    expect(allow).not.toHaveBeenCalled();
    advance(1);
    expect(allow).toHaveBeenCalledOnce();
  });

  test("let go too early, it allows nothing and says how it works", () => {
    fakeTimers();
    const allow = vi.fn<() => void>();
    render(<Held onAllow={allow} />);
    fireTrusted(screen.getByRole("button"), pointer("pointerdown"));
    advance(holdMs / 2);
    fireTrusted(screen.getByRole("button"), pointer("pointerup"));
    advance(holdMs);
    expect(allow).not.toHaveBeenCalled();
    expect(screen.getByText(allowButton.holdExplained)).toBeTruthy();
  });

  test("a click does not replace holding", () => {
    fakeTimers();
    const allow = vi.fn<() => void>();
    render(<Held onAllow={allow} />);
    click(screen.getByRole("button"));
    advance(holdMs * 2);
    expect(allow).not.toHaveBeenCalled();
  });

  test("takes a click of a person, but none that a script made", () => {
    const allow = vi.fn<() => void>();
    render(<Plain onAllow={allow} />);
    fireEvent.click(screen.getByRole("button"));
    expect(allow).not.toHaveBeenCalled();
    click(screen.getByRole("button"));
    expect(allow).toHaveBeenCalledOnce();
  });

  test("Enter never presses it", () => {
    render(<Plain onAllow={() => undefined} />);
    const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    fireTrusted(screen.getByRole("button"), event);
    expect(event.defaultPrevented).toBe(true);
  });

  test("says what has not been seen yet instead of what it would do", () => {
    render(<Plain read={false} onAllow={() => undefined} />);
    expect(screen.getByRole("button").textContent).toContain("3 of 9 lines not seen yet");
    expect(screen.queryByText("Allow once")).toBeNull();
  });
});

test("buttons arm only after the card has been shown for a moment", () => {
  fakeTimers();
  function Probe() {
    return <p>{useArmed() ? "armed" : "not armed"}</p>;
  }
  render(<Probe />);
  advance(399);
  expect(screen.getByText("not armed")).toBeTruthy();
  advance(1);
  expect(screen.getByText("armed")).toBeTruthy();
});

/** The card of the request that is selected. */
function renderCard(approval: HeldApproval, selected = approval.approvalId): TestConsole {
  selectApproval(selected);
  return renderConsole(<Card approval={approval} onLeave={() => undefined} />);
}

describe("on the card", () => {
  const deny = (): HTMLElement => screen.getByRole("button", { name: new RegExp(`^${decisionButtons.deny}(?! with)`) });
  const armed = async (): Promise<void> => {
    await expect.poll(() => deny().getAttribute("aria-disabled")).toBe("false");
  };

  test("a click on deny before the card is armed decides nothing; afterwards it denies this request", async () => {
    const approval = approvalNamed("push");
    const { asked } = renderCard(approval);
    click(deny());
    await aMoment();
    expect(asked("resolveApproval")).toEqual([]);
    await armed();
    click(deny());
    await expect
      .poll(() => asked("resolveApproval"))
      .toEqual([
        {
          approvalId: approval.approvalId,
          digest: approval.digest,
          decision: "deny",
          scope: "exact",
          duration: "once",
        },
      ]);
  });

  test("an answer that the engine refuses leaves the request waiting, so that its end is news", async () => {
    const approval = approvalNamed("install");
    selectApproval(approval.approvalId);
    const why = "The file has changed since you saw it.";
    renderConsole(<Card approval={approval} onLeave={() => undefined} />, {
      operations: {
        resolveApproval: () => answered({ approvalId: approval.approvalId, outcome: "REFUSED" as const, why }),
      },
    });
    await armed();
    click(deny());
    await expect.poll(notices).toContain(why);
    expect(isDecidedHere(approval.approvalId)).toBe(false);
  });

  test("a card that is still drawn while another request is selected decides nothing", async () => {
    const { asked } = renderCard(approvalNamed("push"), "another");
    await armed();
    click(deny());
    await aMoment();
    expect(asked("resolveApproval")).toEqual([]);
  });

  test("guidance goes along with the denial, word for word", async () => {
    const approval = approvalNamed("push");
    const { asked } = renderCard(approval);
    await armed();
    click(screen.getByRole("button", { name: /^Deny with feedback/ }));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "Open a pull request." } });
    click(deny());
    await expect
      .poll(() => asked("resolveApproval"))
      .toMatchObject([{ decision: "deny", reason: "Open a pull request." }]);
  });

  test("what has not been in view is not allowed: the button leads there", async () => {
    const approval = approvalNamed("push");
    const { asked } = renderCard(approval);
    await armed();
    click(screen.getByRole("button", { name: /not seen yet/ }));
    await aMoment();
    expect(asked("resolveApproval")).toEqual([]);
  });

  test("what has been seen is allowed with one click up to medium risk", async () => {
    layOutTexts();
    const approval = approvalNamed("push");
    const { asked } = renderCard(approval);
    await armed();
    const allow = await screen.findByRole("button", { name: /^Allow once/ });
    await waitFor(() => {
      click(allow);
      expect(asked("resolveApproval")).toMatchObject([
        { approvalId: approval.approvalId, digest: approval.digest, decision: "approve", duration: "once" },
      ]);
    });
  });

  test("a high risk is not allowed by a click, only by holding", async () => {
    layOutTexts();
    const { asked } = renderCard(approvalNamed("clean-up"));
    await armed();
    const allow = await screen.findByRole("button", { name: /^Allow once/ });
    await expect.poll(() => allow.getAttribute("title")).toBe(allowButton.holdToAllow);
    click(allow);
    await aMoment();
    expect(asked("resolveApproval")).toEqual([]);
    fireTrusted(allow, pointer("pointerdown"));
    await expect.poll(() => asked("resolveApproval")).toMatchObject([{ decision: "approve" }]);
  });

  test("a duration changes what the button says and asks the engine what it would reach", async () => {
    const { asked } = renderCard(approvalNamed("push"));
    await armed();
    click(screen.getByRole("radio", { name: /^1 hour/ }));
    await expect.poll(() => asked("previewReach").at(-1)).toMatchObject({ duration: "1h" });
    expect(screen.getByText(/for 1 hour/i)).toBeTruthy();
  });

  test("a critical request offers no duration", () => {
    const high = approvalNamed("hidden");
    const risk = { ...high.verdict.risk, level: "CRITICAL" as const, score: 0.95 };
    const critical = { ...high, verdict: { ...high.verdict, risk } };
    renderCard(critical);
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByText("Critical actions can only be allowed once.")).toBeTruthy();
  });

  test("the first touch stops the countdown, and only once", async () => {
    const approval = approvalNamed("clean-up");
    const { asked } = renderCard(approval);
    fireEvent.pointerDown(screen.getByRole("article"));
    await expect.poll(() => asked("keepWaiting")).toEqual([{ approvalId: approval.approvalId }]);
    await aMoment();
    fireEvent.pointerDown(screen.getByRole("article"));
    await aMoment();
    expect(asked("keepWaiting")).toHaveLength(1);
  });
});

describe("the sentence about a choice", () => {
  const { deadline: _, ...waiting } = approvalNamed("push");
  const sentence = (choice: Parameters<typeof choiceWords>[1]): TestConsole =>
    renderConsole(<ReachSentence words={choiceWords("approve", choice, waiting)} approval={waiting} />);

  test("names the requests that are decided once", () => {
    sentence({ scope: "exact", duration: "once" });
    expect(screen.getByText("Allows these 3 identical requests.")).toBeTruthy();
    expect(screen.queryByLabelText("Limits")).toBeNull();
  });

  test("names every limit of a decision that lasts", () => {
    sentence({ scope: "exact", duration: "1h" });
    expect(screen.getByLabelText("Limits").textContent).toMatch(/^Only: /);
  });
});
