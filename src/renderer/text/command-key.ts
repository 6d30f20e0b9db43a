// The key that goes with a letter for a command: what people know it as on their machine.

export const commandKey = navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl";
