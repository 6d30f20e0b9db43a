// The modifier key of shortcuts, as it is called on this platform.
import { commandKeys } from "../labels/window.ts";

export const commandKey = navigator.platform.startsWith("Mac") ? commandKeys.mac : commandKeys.other;
