// What the tray says, offers and draws.
import { describe, expect, test } from "vitest";
import { iconSize, trayPixels } from "../../../src/main/windows/tray-icon.ts";
import { type TrayItem, trayMenu, type TrayState, trayTooltip } from "../../../src/main/windows/tray-menu.ts";

const calm: TrayState = {
  waiting: 0,
  mode: "enforce",
  posture: "deny",
  halted: false,
  quiet: false,
  agents: [
    { agentDid: "did:aeon:a", name: "Claude Code", state: "connected" },
    { agentDid: "did:aeon:b", name: "Codex", state: "halted" },
    { agentDid: "did:aeon:c", name: "Old", state: "disconnected" },
  ],
};

const items = (state: TrayState): readonly TrayItem[] => trayMenu(state).filter((item) => item !== "---");
const labels = (state: TrayState): readonly string[] => items(state).map((item) => item.label);

describe("the tray", () => {
  test.each([
    [{}, "Gatehouse\nNothing waits, enforcing\nUnanswered requests: denied"],
    [{ waiting: 3, posture: "wait" }, "Gatehouse\n3 requests wait, enforcing\nUnanswered requests: kept waiting"],
    [
      { waiting: 1, mode: "observe", quiet: true },
      "Gatehouse\n1 request waits, observe mode, quiet hours\nUnanswered requests: denied",
    ],
    [{ halted: true, waiting: 2 }, "Gatehouse\nAll agents are stopped\nUnanswered requests: denied"],
  ] as const)("%j", (changes, words) => expect(trayTooltip({ ...calm, ...changes })).toBe(words));

  test("leads to what waits, and to the switch for all and for one", () => {
    expect(labels({ ...calm, waiting: 2 })).toEqual([
      "2 requests wait, enforcing",
      "Unanswered requests: denied",
      "Open Gatehouse",
      "Review 2 waiting",
      "Pause notifications for 15 minutes",
      "Stop all agents",
      "Stop one agent",
      "Resume one agent",
      "Quit Gatehouse",
    ]);
    expect(labels({ ...calm, mode: "observe" })).toContain("Observe mode: only blocked actions are stopped");
    const one = items(calm).find((item) => item.label === "Stop one agent");
    expect(one?.items).toEqual([
      { label: "Claude Code", action: { does: "halt", halted: true, agentDid: "did:aeon:a" } },
    ]);
    expect(labels({ ...calm, halted: true })).toContain("Resume all agents");
  });

  test("draws another picture for each state", () => {
    const ink = [0, 0, 0] as const;
    const pictures = [
      trayPixels({ waiting: 0, halted: false, ink }),
      trayPixels({ waiting: 1, halted: false, ink }),
      trayPixels({ waiting: 7, halted: false, ink }),
      trayPixels({ waiting: 70, halted: false, ink }),
      trayPixels({ waiting: 1, halted: true, ink }),
    ];
    expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(pictures.length);
    for (const picture of pictures) expect(picture.length).toBe(iconSize * iconSize * 4);
  });
});
