// The autostart file of Linux desktops.
import { expect, test, vi } from "vitest";

vi.mock("electron", () => ({ app: {} }));
const { autostartFile, autostartText } = await import("../../../src/main/windows/login-item.ts");

test("it is in the user's configuration folder", () => {
  expect(autostartFile({ XDG_CONFIG_HOME: "/home/anna/conf" })).toBe("/home/anna/conf/autostart/gatehouse.desktop");
  expect(autostartFile({})).toMatch(/\/\.config\/autostart\/gatehouse\.desktop$/);
});

test("what is special in a path is escaped, and the window stays hidden", () => {
  const text = autostartText(['/opt/My "App"/100%/$x']);
  expect(text).toContain('Exec="/opt/My \\"App\\"/100%%/\\$x" "--at-login"');
});
