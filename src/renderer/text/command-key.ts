// The key that goes with a letter for a command: what people know it as on their machine.

export function commandKeyOf(platform: string): string {
  return platform.startsWith("Mac") ? "⌘" : "Ctrl";
}

export const commandKey = commandKeyOf(navigator.platform);
