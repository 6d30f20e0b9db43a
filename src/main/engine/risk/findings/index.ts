// All heuristics, theme by theme. A new one belongs in its theme's file and needs examples both ways.
import type { Heuristic } from "../heuristic.ts";
import { agents } from "./privilege/agents.ts";
import { attackTools } from "./execution/attack-tools.ts";
import { cloudDeletion } from "./impact/cloud-deletion.ts";
import { collection } from "./collection/collection.ts";
import { credentials } from "./credentials/credentials.ts";
import { database } from "./impact/database.ts";
import { defences } from "./evasion/defences.ts";
import { denial } from "./impact/denial.ts";
import { destruction } from "./impact/destruction.ts";
import { discovery } from "./collection/discovery.ts";
import { disk } from "./impact/disk.ts";
import { downloadAndRun } from "./execution/download-and-run.ts";
import { escape } from "./privilege/escape.ts";
import { evasion } from "./evasion/evasion.ts";
import { fileSteps } from "./files/steps.ts";
import { packageSources } from "./files/sources.ts";
import { unseenFiles } from "./files/unseen.ts";
import { egress } from "./collection/egress.ts";
import { exfiltration } from "./collection/exfiltration.ts";
import { git } from "./impact/git.ts";
import { hijackedNames } from "./execution/hijacked-names.ts";
import { inputControl } from "./privilege/input-control.ts";
import { inspection } from "./evasion/inspection.ts";
import { keyStores } from "./credentials/key-stores.ts";
import { livingOffTheLand } from "./execution/living-off-the-land.ts";
import { macos } from "./platforms/macos.ts";
import { masquerade } from "./evasion/masquerade.ts";
import { obfuscation } from "./evasion/obfuscation.ts";
import { remoteAccess } from "./persistence/remote-access.ts";
import { packages } from "./execution/packages.ts";
import { permissions } from "./privilege/permissions.ts";
import { persistence } from "./persistence/persistence.ts";
import { privateOutput } from "./collection/private-output.ts";
import { privilege } from "./privilege/privilege.ts";
import { reverseShell } from "./execution/reverse-shell.ts";
import { temporaryFiles } from "./execution/temporary-files.ts";
import { indirectExecution } from "./execution/indirect-execution.ts";
import { staging } from "./collection/staging.ts";
import { startHooks } from "./persistence/start-hooks.ts";
import { tampering } from "./evasion/tampering.ts";
import { unseenText } from "./execution/unseen-text.ts";
import { webShells } from "./persistence/web-shells.ts";
import { windows } from "./platforms/windows.ts";
import { windowsPrograms } from "./platforms/windows-programs.ts";
import { writes } from "./impact/writes.ts";

export const heuristics: readonly Heuristic[] = [
  ...downloadAndRun,
  ...reverseShell,
  ...credentials,
  ...keyStores,
  ...exfiltration,
  ...egress,
  ...privateOutput,
  ...remoteAccess,
  ...destruction,
  ...disk,
  ...tampering,
  ...defences,
  ...privilege,
  ...persistence,
  ...startHooks,
  ...hijackedNames,
  ...permissions,
  ...obfuscation,
  ...escape,
  ...packages,
  ...git,
  ...database,
  ...cloudDeletion,
  ...writes,
  ...denial,
  ...livingOffTheLand,
  ...indirectExecution,
  ...temporaryFiles,
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
  ...fileSteps,
  ...packageSources,
  ...unseenFiles,
];
