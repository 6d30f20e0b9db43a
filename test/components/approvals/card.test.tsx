// The approval card: what it says about a request.
import { render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ActionView } from "../../../src/renderer/screens/approvals/card/action/action-view.tsx";
import { Card } from "../../../src/renderer/screens/approvals/card/card.tsx";
import { EffectBanner } from "../../../src/renderer/screens/approvals/card/effect-banner.tsx";
import { Why } from "../../../src/renderer/screens/approvals/card/why.tsx";
import { VisibleText } from "../../../src/renderer/components/visible-text.tsx";
import { card as labels } from "../../../src/renderer/labels/card.ts";
import { answered, approvalNamed } from "../support/approvals.ts";
import { renderConsole } from "../support/console.tsx";

describe("the headline", () => {
  test("names the effect, the risk and its score", () => {
    render(<EffectBanner approval={approvalNamed("clean-up")} />);
    expect(screen.getByText(/delet/i)).toBeTruthy();
    expect(screen.getByText("High risk 0.76")).toBeTruthy();
  });

  test("counts identical requests, and only if there are several", () => {
    const { unmount } = render(<EffectBanner approval={approvalNamed("push")} />);
    expect(screen.getByText("×3 identical")).toBeTruthy();
    unmount();
    render(<EffectBanner approval={approvalNamed("clean-up")} />);
    expect(screen.queryByText(/identical/)).toBeNull();
  });
});

describe("what exactly", () => {
  test("a command is shown character by character, with the risky part marked", () => {
    const approval = approvalNamed("clean-up");
    const { container } = render(<ActionView approval={approval} />);
    expect(container.querySelector("pre")?.textContent).toBe(approval.facts.command);
    expect(container.querySelector("mark")?.getAttribute("title")).toBe("Deletes files outside the project");
  });

  test("characters that hide or reorder text become visible", () => {
    const { container } = render(<VisibleText text={"Fix typo \u202e# dne"} />);
    expect(container.textContent).not.toContain("\u202e");
    expect(container.textContent).toMatch(/202E/i);
  });

  test("what cannot be inspected is named", () => {
    render(<ActionView approval={approvalNamed("install")} />);
    expect(screen.getByText("Cannot be inspected:").parentElement?.textContent).toContain("curl");
  });
});

test("the reason names the rule and every finding", () => {
  renderConsole(<Why verdict={approvalNamed("push").verdict} />);
  expect(screen.getByText("force-push-needs-a-human")).toBeTruthy();
  const findings = within(screen.getByRole("list", { name: "Findings" })).getAllByRole("listitem");
  expect(findings).toHaveLength(approvalNamed("push").verdict.risk.findings.length);
});

test("the agent's own words come last and are marked as untrusted", () => {
  renderConsole(<Card approval={approvalNamed("clean-up")} onLeave={() => undefined} />);
  const words = screen.getByRole("region", { name: labels.agentSaysUntrusted });
  expect(words.textContent).toContain("I am sure it is safe");
  const choices = screen.getByRole("region", { name: "Choices" });
  expect(choices.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("a request without words of its agent has no such part", () => {
  renderConsole(<Card approval={approvalNamed("push")} onLeave={() => undefined} />);
  expect(screen.queryByRole("region", { name: labels.agentSaysUntrusted })).toBeNull();
});

test("a request that came shortened is read completely before anything of it is shown", async () => {
  const whole = approvalNamed("clean-up");
  const brief = { ...whole, shortened: true as const, facts: { ...whole.facts, command: "rm -rf …" } };
  renderConsole(<Card approval={brief} onLeave={() => undefined} />, {
    operations: { readApproval: () => answered(JSON.stringify(whole)) },
  });
  expect(screen.getByText(labels.reading)).toBeTruthy();
  await screen.findByText(
    (_text, element) => element?.tagName === "PRE" && element.textContent === whole.facts.command,
  );
  expect(screen.queryByText(labels.reading)).toBeNull();
});
