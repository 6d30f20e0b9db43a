// All heuristics, theme by theme. A new one belongs in its theme's file and needs examples both ways.
import type { Heuristic } from "../heuristic.ts";
import { agents } from "./agents.ts";
import { attackTools } from "./attack-tools.ts";
import { cloud } from "./cloud.ts";
import { cloudDeletion } from "./cloud-deletion.ts";
import { clusters } from "./clusters.ts";
import { collection } from "./collection.ts";
import { credentials } from "./credentials.ts";
import { database } from "./database.ts";
import { defences } from "./defences.ts";
import { denial } from "./denial.ts";
import { destruction } from "./destruction.ts";
import { discovery } from "./discovery.ts";
import { disk } from "./disk.ts";
import { downloadAndRun } from "./download-and-run.ts";
import { escape } from "./escape.ts";
import { evasion } from "./evasion.ts";
import { exfiltration } from "./exfiltration.ts";
import { git } from "./git.ts";
import { handovers } from "./handovers.ts";
import { inputControl } from "./input-control.ts";
import { inspection } from "./inspection.ts";
import { keyStores } from "./key-stores.ts";
import { livingOffTheLand } from "./living-off-the-land.ts";
import { macos } from "./macos.ts";
import { masquerade } from "./masquerade.ts";
import { obfuscation } from "./obfuscation.ts";
import { openings } from "./openings.ts";
import { packages } from "./packages.ts";
import { permissions } from "./permissions.ts";
import { persistence } from "./persistence.ts";
import { privilege } from "./privilege.ts";
import { reverseShell } from "./reverse-shell.ts";
import { scratch } from "./scratch.ts";
import { sideDoors } from "./side-doors.ts";
import { staging } from "./staging.ts";
import { startHooks } from "./start-hooks.ts";
import { tampering } from "./tampering.ts";
import { unseenText } from "./unseen-text.ts";
import { webShells } from "./web-shells.ts";
import { windows } from "./windows.ts";
import { windowsPrograms } from "./windows-programs.ts";
import { writes } from "./writes.ts";

export const heuristics: readonly Heuristic[] = [
  ...downloadAndRun,
  ...reverseShell,
  ...credentials,
  ...keyStores,
  ...exfiltration,
  ...openings,
  ...destruction,
  ...disk,
  ...tampering,
  ...defences,
  ...privilege,
  ...persistence,
  ...startHooks,
  ...handovers,
  ...permissions,
  ...obfuscation,
  ...escape,
  ...packages,
  ...git,
  ...database,
  ...cloudDeletion,
  ...cloud,
  ...clusters,
  ...writes,
  ...denial,
  ...livingOffTheLand,
  ...sideDoors,
  ...scratch,
  ...attackTools,
  ...discovery,
  ...collection,
  ...staging,
  ...evasion,
  ...masquerade,
  ...webShells,
  ...agents,
  ...inputControl,
  ...macos,
  ...windows,
  ...windowsPrograms,
  ...unseenText,
  ...inspection,
];
